// What was said when, and what was true on a day?

import { tell } from "./api.js";
import { clock, day, fill, h } from "./dom.js";
import { action, badge, empty, heading, memoryPath, meta } from "./pieces.js";

export async function draw({ query, go }) {
  const on = query.get("on") ?? "";
  const page = await tell("timeline", on ? { until: on } : {});
  const list = h("div.timeline", byDay(page.memories, on));
  const more = h("div.actions");
  const next = (from) => fill(more, from && h("button", { type: "button", onclick: async () => {
    const older = await tell("timeline", { until: from });
    list.append(...byDay(older.memories, on));
    next(older.next);
  } }, "Earlier"));
  next(page.next);
  const date = h("input", { type: "date", value: on, onchange: () => go(date.value ? `/timeline?on=${date.value}` : "/timeline") });
  return [
    heading("Timeline", "What was said, the newest first.", h("label", "Before ", date)),
    page.memories.length ? list : empty("Nothing was said before that day."),
    more,
  ];
}

function byDay(memories, on) {
  return [...Map.groupBy(memories, (each) => day(each.stated_at))].map(([date, members]) => h("section.day", h("h2", date), h("ul.memories", members.map((each) => {
    const isOver = each.status === "superseded" || (each.valid_to && (!on || each.valid_to <= on));
    return h(`li.memory${isOver ? ".over" : ""}`, h("span.clock", clock(each.stated_at)), h("a.words", { href: memoryPath(each.id) }, each.text), meta( badge(each.kind), each.valid_to && badge(`until ${day(each.valid_to)}`, "quiet")));
  }))));
}
