// Who and what does memory know, what holds now, and what held before?

import { tell } from "./api.js";
import { counted, day, h, to } from "./dom.js";
import { badge, command, edgeRow, empty, heading, memoryList, meta, panel, personPath, quote } from "./pieces.js";

export async function draw({ rest: name }) {
  return name ? card(await tell("card", { name })) : all((await tell("people")).entities);
}

function all(entities) {
  const field = h("input", { type: "search", placeholder: "Filter by name", "aria-label": "Filter by name" });
  const groups = Map.groupBy(entities, (each) => each.type);
  const lists = [...groups].sort(([, a], [, b]) => b.length - a.length).map(([type, members]) => {
    const links = members.sort((a, b) => a.name.localeCompare(b.name)).map((each) => h("li", { "data-name": [each.name, ...each.aliases].join(" ").toLowerCase() }, h("a.tag", { href: personPath(each.name) }, each.name)));
    return h("section.panel", h("h2", type, " ", h("span.count", members.length)), h("ul.tags", links));
  });
  field.addEventListener("input", () => {
    const typed = field.value.trim().toLowerCase();
    for (const list of lists) {
      let count = 0;
      for (const item of list.querySelectorAll("li")) {
        item.hidden = !item.dataset.name.includes(typed);
        count += !item.hidden;
      }
      list.hidden = !count;
    }
  });
  return [
    heading("People and things", counted(entities.length, "person or thing", "people and things"), h("label.filter", field)),
    lists.length ? lists : empty("Nobody is known yet. Whoever a conversation names gets a card here."),
    command("quaid entity"),
  ];
}

function card(known) {
  const { now, before, attributes, memories } = known;
  const current = attributes.filter((each) => !each.until);
  const past = attributes.filter((each) => each.until);
  return [
    heading(known.name, [known.type, known.aliases.length && `also ${known.aliases.join(", ")}`].filter(Boolean).join(" · "), to(`/graph?of=${encodeURIComponent(known.name)}`, "In the graph")),
    known.summary && h("p", known.summary),
    h("div.columns",
      h("div",
        panel("Now", h("ul.plain", current.map(attribute), now.map(edgeRow)), !current.length && !now.length && empty("Nothing that holds now is known.")),
        (past.length > 0 || before.length > 0) && panel("Before", h("ul.plain.over", past.map(attribute), before.map(edgeRow)))),
      h("div", panel("Latest memories", memoryList(memories, ["No memory names it."])))),
    command(`quaid entity ${JSON.stringify(known.name)}`),
  ];
}

const attribute = (each) => h("li",
  h("span.relation", [each.of, each.attribute].filter(Boolean).join(" ").replaceAll("_", " ")), " ", h("b", each.value),
  meta( each.from && `since ${day(each.from)}`, each.until && ` until ${day(each.until)}`));
