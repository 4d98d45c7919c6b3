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
    found && panel("Found", found.results?.length ? h("ol.results", found.results.map(passage)) : empty("Nothing in the documents speaks to that.")),
    panel("Projects", projects.length ? h("ul.plain.spaced", projects.map((each) => h("li", h("b", each.name), meta( each.folder ?? each.path ?? "")))) : empty("No folder of documents is registered. One is by", "quaid projects register FOLDER")),
    panel("Stale", staleList(stale)),
    command("quaid docs stale"),
  ];
}

const passage = (each) => h("li.result",
  h("p.meta", badge(each.project ?? ""), h("span", [each.path, ...(each.headings ?? [])].filter(Boolean).join(" › "))),
  h("p.line", (each.text ?? "").slice(0, 900)));

function staleList({ projects }) {
  const documents = projects.flatMap((each) => (each.documents ?? each.stale ?? []).map((found) => ({ ...found, project: each.project ?? each.name })));
  if (!documents.length) return empty("Nothing is known to be stale.");
  return [h("p", counted(documents.length, "document")), h("ul.plain.spaced", documents.map((each) => h("li", h("b", each.path ?? each.document), badge(each.project), h("p.meta", each.reason ?? (each.reasons ?? []).map((one) => one.text ?? one).join("; ")))))];
}
