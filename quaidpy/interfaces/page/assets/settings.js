// What is set, where does it come from, and by which command is it changed?

import { tell } from "./api.js";
import { h } from "./dom.js";
import { badge, command, heading } from "./pieces.js";

export async function draw() {
  const { settings } = await tell("settings");
  const field = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter settings" });
  const changed = h("input", { type: "checkbox" });
  const groups = [...Map.groupBy(settings, (each) => each.key.split(".")[0])].map(([name, members]) => h("section.panel", h("h2", name), h("dl.rows.settings", members.map(row))));
  const filter = () => {
    const typed = field.value.trim().toLowerCase();
    for (const group of groups) {
      let count = 0;
      for (const each of group.querySelectorAll(".setting")) {
        each.hidden = !each.dataset.key.includes(typed) || (changed.checked && each.dataset.origin === "default");
        count += !each.hidden;
      }
      group.hidden = !count;
    }
  };
  field.addEventListener("input", filter);
  changed.addEventListener("change", filter);
  return [
    heading("Settings", "What is set, and where it comes from. A server that runs begins anew when one is changed.", h("label", field), h("label.check", changed, " only what was changed")),
    groups,
    command("quaid config set KEY VALUE"),
  ];
}

const row = (each) => h("div.setting", { "data-key": each.key, "data-origin": each.origin }, h("dt", h("code", each.key)), h("dd", String(each.value) || "none", each.origin !== "default" && badge(each.origin, "good")));
