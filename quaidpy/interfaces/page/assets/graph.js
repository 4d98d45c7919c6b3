// Who is related to whom? A map to walk over: by mouse, by keys, or by the list beside it.

import { get, tell } from "./api.js";
import { counted, day, fill, h, to } from "./dom.js";
import { GraphCanvas } from "./graph_canvas.js";
import { command, dates, empty, heading, memoryPath, meta, nodePath, panel, personPath } from "./pieces.js";

export const keepsItself = true; // a change elsewhere does not throw a walk away
let canvas = null;

export async function draw({ query, go }) {
  const map = await tell("picture");
  if (!map.nodes.length) return [heading("Graph"), empty("No relations yet. They come with what people say of one another: \"Ana works at Marmelo Studio\".")];
  const beside = h("div.walk");
  const surface = h("canvas", { tabindex: "0", role: "img", "aria-label": `A map of ${counted(map.nodes.length, "person or thing", "people and things")} and ${counted(map.edges.length, "relation")}. Arrow keys move it, plus and minus zoom, Enter opens the one in the middle; the list beside it says the same.` });
  const byName = new Map(map.nodes.map((each) => [each.name.toLowerCase(), each]));
  const choose = (node) => {
    history.replaceState({}, "", `/graph?of=${encodeURIComponent(node.name)}`);
    canvas.focusOn(node.id);
    return walk(beside, node, choose, byName);
  };
  canvas = new GraphCanvas(surface, map, choose);
  const search = h("input", { type: "search", list: "names", placeholder: "Find", "aria-label": "Find somebody or something", onchange: () => {
    const found = byName.get(search.value.trim().toLowerCase());
    if (found) choose(found);
  } });
  const names = h("datalist", { id: "names" }, map.nodes.slice(0, 2000).map((each) => h("option", { value: each.name })));
  const chosen = byName.get((query.get("of") ?? "").toLowerCase());
  fill(beside, chosen ? [] : legend(map, choose));
  if (chosen) queueMicrotask(() => choose(chosen));
  return [
    heading("Graph", `${counted(map.nodes.length, "person or thing", "people and things")}, ${counted(map.edges.length, "relation")}; colours are communities.${map.left_out ? ` ${counted(map.left_out, "other")} with no relation, or beyond the most central five thousand, are on People and things.` : ""}`),
    h("div.tools", h("label", search), names, time(map), between(beside, byName, go)),
    h("div.graph", h("div.surface", surface, buttons()), beside),
    command("quaid graph neighbours NAME"),
  ];
}

export function shown() {
  canvas?.start();
}

function buttons() {
  const button = (label, title, run) => h("button", { type: "button", title, "aria-label": title, onclick: run }, label);
  return h("div.zoom", button("+", "Nearer", () => canvas.zoom(1.4)), button("−", "Farther", () => canvas.zoom(1 / 1.4)), button("⤢", "All of it", () => canvas.showAll()));
}

/** A slider over all dates: relations that did not hold then fade. */
function time(map) {
  const dates = [...new Set(map.edges.flatMap((each) => [each.from, each.to]).filter(Boolean))].sort();
  if (dates.length < 2) return null;
  const told = h("output", "today");
  const slider = h("input", { type: "range", min: 0, max: dates.length, value: dates.length, "aria-label": "As of", oninput: () => {
    const at = dates[slider.value] ?? null;
    told.textContent = at ? day(at) : "today";
    slider.setAttribute("aria-valuetext", told.textContent);
    canvas.asOf(at);
  } });
  return h("label.time", "As of ", slider, told);
}

function between(beside, byName, go) {
  const fields = ["from", "to"].map((name) => h("input", { name, list: "names", placeholder: name, "aria-label": `Way ${name}` }));
  return h("form.between", { onsubmit: async (event) => {
    event.preventDefault();
    const [source, target] = fields.map((each) => each.value.trim());
    if (!source || !target) return;
    try {
      const way = await get("/v1/graph/path", { source, target });
      canvas.showWay(way.nodes.map((each) => each.id));
      fill(beside, panel(`From ${source} to ${target}`, h("ol.plain", way.nodes.map((node, place) => h("li", to(node.id.startsWith("e_") ? personPath(node.name) : `/memory/${node.id}`, node.name), way.steps[place] && h("span.relation", way.steps[place].is_forward ? ` → ${way.steps[place].relation.replaceAll("_", " ")}` : ` ← ${way.steps[place].relation.replaceAll("_", " ")}`))))));
    } catch (error) {
      fill(beside, empty(error.message));
    }
  } }, h("span", "Way"), fields, h("button", "Show"));
}

async function walk(beside, node, choose, byName) {
  const card = await tell("card", { name: node.id });
  const step = (edge) => {
    const isOut = edge.source === node.id;
    const name = isOut ? edge.target_name : edge.source_name;
    const other = byName.get(name.toLowerCase());
    return h("li",
      !isOut && h("span.relation", "← "),
      other ? h("button.link", { type: "button", onclick: () => choose(other) }, name) : to(nodePath(isOut ? edge.target : edge.source, name), name),
      meta(dates(edge), edge.memory && h("a", { href: memoryPath(edge.memory) }, "why")));
  };
  const groups = [...Map.groupBy([...card.now, ...card.before], (each) => each.relation)];
  fill(beside, panel(node.name, h("p.meta", node.type, " · ", to(personPath(node.name), "card")), groups.map(([relation, edges]) => [h("h3", relation.replaceAll("_", " ")), h("ul.plain", edges.map(step))])));
}

function legend(map, choose) {
  const first = map.nodes.slice(0, 12);
  return panel("Most central", h("ol.plain", first.map((each) => h("li", h("button.link", { type: "button", onclick: () => choose(each) }, each.name), meta( each.type)))));
}
