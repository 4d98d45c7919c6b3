// What have memories in common, who may read which space, and who is told of what?

import { get, tell } from "./api.js";
import { counted, h, to } from "./dom.js";
import { command, empty, heading, memoryRow, meta, noticeRow, panel, table } from "./pieces.js";

export async function draw({ rest: id }) {
  if (id) return one(await get(`/v1/themes/${id}`));
  const [{ themes }, { spaces }, { notices, subscriptions }] = await Promise.all([get("/v1/themes", { limit: 200 }), get("/v1/spaces"), tell("notices")]);
  return [
    heading("Themes, spaces, notices"),
    h("div.columns",
      h("div", panel("Themes", themes.length ? h("ul.plain.spaced", themes.map((each) => h("li", to(`/themes/${each.id}`, each.text ?? each.title), meta( counted(each.members?.length ?? each.size ?? 0, "memory", "memories"))))) : empty("No theme yet. A weekly task finds what several memories have in common:", "quaid themes run"))),
      h("div",
        panel("Spaces", table("Who may read and write", ["space", "reads", "members", "memories"], spaces.map((each) => [each.name, each.read, each.members.map(({ member, role }) => `${member} (${role})`).join(", "), each.memories ?? "not yours to read"]))),
        panel("Notices", notices.length ? h("ul.plain", notices.slice(0, 40).map(noticeRow)) : empty("Nobody was told of anything yet. Ask to be told by", "quaid notify subscribe")),
        subscriptions.length > 0 && panel("Subscriptions", h("ul.plain", subscriptions.map((each) => h("li", Object.entries(each.about).map(([name, value]) => `${name} ${value}`).join(", ") || "everything", meta( `to ${each.to}`))))))),
    command("quaid themes list"),
  ];
}

const one = (theme) => [
  heading(theme.text ?? theme.title ?? "A theme", counted(theme.members.length, "memory", "memories")),
  h("ul.memories", theme.members.map((each) => memoryRow(each, h("span", `nearness ${each.nearness.toFixed(2)}`)))),
  command(`quaid themes show ${theme.id}`),
];
