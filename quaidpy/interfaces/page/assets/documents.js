// What do the documents of projects say, and which of them are stale?

import { tell } from "./api.js";
import { counted, h } from "./dom.js";
import { badge, command, empty, heading, meta, panel } from "./pieces.js";

export async function draw({ query, go }) {
  const typed = query.get("q") ?? "";
  const [{ projects }, stale, found] = await Promise.all([tell("projects"), tell("stale"), typed ? tell("documents", { query: typed }) : null]);
  const field = h("input", { name: "q", value: typed, "aria-label": "Search the documents", placeholder: "how are releases made?" });
  return [
    heading("Documents", "What the documents of your projects say, and which of them the code has left behind."),
    projects.length > 0 && h("form.question", { onsubmit: (event) => {
      event.preventDefault();
      go(`/documents?q=${encodeURIComponent(field.value)}`);
    } }, h("div.field", field, h("button.primary", "Search"))),
    found && panel("Found", found.results.length ? h("ol.results", found.results.map(passage)) : empty("Nothing in the documents speaks to that.")),
    panel("Projects", projects.length ? h("ul.plain.spaced", projects.map((each) => h("li", h("b", each.name), meta( each.folder ?? each.path ?? "")))) : empty("No folder of documents is registered. One is by", "quaid projects register FOLDER")),
    panel("Stale", staleList(stale)),
    command("quaid docs stale"),
  ];
}

const passage = (each) => h("li.result",
  h("p.meta", meta(badge(each.project), `${each.path}:${each.lines[0]}`, each.headings.slice(-2).join(" › "))),
  h("p.line", each.text.slice(0, 900)));

function staleList({ projects }) {
  return projects.length
    ? h("ul.plain.spaced", projects.map((each) => h("li", h("b", each.project),
      meta(each.unknown ?? (each.stale.length ? counted(each.stale.length, "document") : `nothing stale of ${counted(each.checked, "document")}`)),
      each.stale.length > 0 && h("ul.plain", each.stale.map((one) => h("li", h("b", one.path), h("p.meta", reason(one))))))))
    : empty("Nothing to check yet.");
}

const reason = (one) => [one.reason, ...(one.reasons ?? [])].filter(Boolean).map((each) => (typeof each === "string" ? each : Object.values(each).filter((value) => typeof value === "string").join(": "))).join("; ");
