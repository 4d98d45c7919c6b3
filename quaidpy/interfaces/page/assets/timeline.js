// What was said when, and what was true on a day?

import { tell } from "./api.js";
import { clock, day, fill, h } from "./dom.js";
import { action, badge, empty, heading, memoryPath, meta } from "./pieces.js";

export async function draw({ query, go }) {
  const on = query.get("on") ?? "";
  const asked = on ? { on } : {};
  const page = await tell("timeline", asked);
  const list = h("div.timeline", byDay(page.memories));
  const more = h("div.actions");
  const next = (from) => fill(more, from && h("button", { type: "button", onclick: async () => {
    const older = await tell("timeline", { ...asked, until: from });
    list.append(...byDay(older.memories));
    next(older.next);
  } }, "Earlier"));
  next(page.next);
  const date = h("input", { type: "date", value: on, onchange: () => go(date.value ? `/timeline?on=${date.value}` : "/timeline") });
  return [
    heading("Timeline", on ? `What had been said by ${day(on)} and held then, the newest first.` : "What was said, the newest first.", h("label", "What held on ", date)),
    page.memories.length ? list : empty("Nothing that is remembered held then."),
    more,
  ];
}

function byDay(memories) {
  return [...Map.groupBy(memories, (each) => day(each.stated_at))].map(([date, members]) => h("section.day", h("h2", date), h("ul.memories", members.map((each) => {
    const isOver = each.status === "superseded" || each.valid_to;
    return h(`li.memory${isOver ? ".over" : ""}`, h("span.clock", clock(each.stated_at)), h("a.words", { href: memoryPath(each.id) }, each.text), meta( badge(each.kind), each.valid_to && badge(`until ${day(each.valid_to)}`, "quiet")));
  }))));
}
