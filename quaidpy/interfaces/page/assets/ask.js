// What would an agent be given for this, and why exactly that?

import { get, post, tell } from "./api.js";
import { counted, day, h, minute, short, to } from "./dom.js";
import { action, badge, command, empty, heading, idLink, memoryPath, meta, note, panel, quote, table } from "./pieces.js";

export async function draw({ query, go }) {
  const typed = query.get("q") ?? "";
  const asOf = query.get("as_of") ?? "";
  const knownAt = query.get("known_at") ?? "";
  const form = (days = {}) => asking({ typed, asOf, knownAt, days, go });
  if (query.get("recall")) return [heading("Ask", "A recall of before, as it was."), form(), await past(query.get("recall"))];
  if (!typed) return [heading("Ask", "What an agent is given for a prompt, and why."), form(), teach()];
  const moment = { ...(asOf && { as_of: asOf }), ...(knownAt && { known_at: knownAt }) };
  const [found, { operations }] = await Promise.all([post("/v1/recall", { query: typed, explain: true, ...moment }), tell("operations")]);
  if (said.typed !== typed || !(asOf || knownAt)) said = { typed, days: daysSaid(asOf || knownAt ? await post("/v1/recall", { query: typed }) : found) };
  const days = { as_of: said.days, known_at: daysOf(operations.map((each) => each.at)) };
  const names = await namesIn(found.trace);
  return [heading("Ask"), form(days), answer(found, names), command(`quaid recall ${JSON.stringify(typed)}`)];
}

/** The days of what is given today for what was typed last, to step over. */
let said = { typed: null, days: [] };

const daysOf = (instants) => [...new Set(instants.filter(Boolean).map((each) => each.slice(0, 10)))].sort();

/** When anything of what is given was said. */
const daysSaid = (found) => daysOf(found.results.flatMap((each) => [...each.evidence, ...each.later].map((turn) => turn.at)));

/** The slider that was moved: whoever steps on by keys finds it again. */
let stepped = null;

/** Steps over the days on which something changed, and asks again; its last step is today. */
function slider(input, label, days) {
  if (!days?.length) return null;
  const place = days.findLastIndex((each) => input.value && each <= input.value);
  const told = () => h("output", range.value < days.length ? day(days[range.value]) : "today");
  const range = h("input", { type: "range", min: 0, max: days.length, value: input.value ? Math.max(place, 0) : days.length, "aria-label": `${label}: step by step` });
  const shown = h("span.step", range, told());
  range.addEventListener("input", () => {
    input.value = days[range.value] ?? "";
    range.setAttribute("aria-valuetext", input.value ? day(input.value) : "today");
    shown.lastChild.replaceWith(told());
  });
  range.addEventListener("change", () => {
    stepped = label;
    range.form.requestSubmit();
  });
  if (stepped === label) requestAnimationFrame(() => requestAnimationFrame(() => range.focus()));
  stepped = stepped === label ? null : stepped;
  return shown;
}

function asking({ typed, asOf, knownAt, days, go }) {
  const field = h("input", { name: "q", value: typed, placeholder: "where does Ana live now?", "aria-label": "Question or prompt", autocomplete: "off" });
  const dates = [["as_of", "What was true on", asOf], ["known_at", "What was known on", knownAt]].map(([name, label, value]) => {
    const input = h("input", { type: "date", name, value });
    return h("span.moment", h("label", label, input), slider(input, label, days[name]));
  });
  return h("form.question", { onsubmit: (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    go(`/ask?${new URLSearchParams([...given].filter(([, value]) => value))}`);
  } }, h("div.field", field, h("button.primary", "Ask")), h("div.dates", dates));
}

const teach = () => panel(null, h("p", "Ask as you would ask a colleague, or paste a prompt as you would type it to an agent. Below the answer stands how it was found: the lanes that were searched, what the graph added, and what was left out and why."));

function answer(found, names) {
  if (found.abstained) {
    return [panel("Nothing is given", h("p", found.abstained, "."),
      found.beside?.length > 0 && h("p", found.beside.map(({ space, answers }) => `${counted(answers, "memory answers", "memories answer")} in ${space}`).join("; "))), how(found.trace, names)];
  }
  return h("div.columns", h("div", panel(`Given: ${counted(found.results.length, "result")}`, theme(found), h("ol.results", found.results.map((each) => result(each, found)))), block(found)), h("div", how(found.trace, names)));
}

const theme = (found) => found.theme && h("p.theme", badge("theme"), " ", found.theme.text ?? found.theme);

function result(each, found) {
  const why = found.trace.results.find(({ node }) => node === each.id);
  const useful = (list, word) => async () => {
    await post(`/v1/traces/${found.recall}/feedback`, { [list]: [each.id] });
    note(`noted: ${word}`);
  };
  return h("li.result",
    h("p.line", each.line.replace(/^- /, "")),
    h("div.meta", badge(each.form), badge(each.kind), each.flagged && badge("reads like an order", "warn"), each.space && badge(each.space), h("span", `score ${each.score.toFixed(2)}`), idLink(each.id)),
    h("details", h("summary", "Where it comes from, and why it stands here"),
      each.kind !== "turn" && h("p", "Kept as: ", to(memoryPath(each.id), each.text)),
      each.evidence.map((turn) => quote(turn)),
      each.later.length > 0 && [h("h3", "Said of it later"), each.later.map((turn) => quote(turn))],
      each.path.length > 1 && h("p", "By the graph: ", each.path.map(({ name }) => name).join(" → ")),
      why && h("dl.parts", why.parts.map(([name, share]) => [h("dt", name), h("dd", share.toFixed(3))])),
      why && h("p.meta", why.lanes.map(([lane, rank]) => `${lane} #${rank}`).join(", ")),
      why?.form && h("p.meta", why.form)),
    h("div.actions", action("It helped", useful("used", "it helped"), { kind: "small" }), action("It did not", useful("unused", "it did not help"), { kind: "small" })));
}

const block = (found) => h("details.panel", h("summary", "The block that an agent reads"), h("pre", { tabindex: "0" }, found.context));

function how(trace, names) {
  const total = trace.stages.reduce((sum, each) => sum + each.ms, 0);
  const name = (node) => names[node] ?? short(node);
  return [
    panel("How it was found",
      h("ul.facts",
        h("li", `asked for: ${trace.intent}`, trace.entities.length > 0 && `, about ${trace.entities.join(", ")}`),
        h("li", `certain to ${Math.round(100 * trace.certainty)} %, in ${total.toFixed(1)} ms; ${trace.engine === "none" ? "no walk was needed" : `the walk by ${trace.engine}`}`),
        trace.degraded.map((each) => h("li", badge("left out", "warn"), ` ${each.stage}: ${each.reason}`))),
      h("ol.stages", trace.stages.map((each) => h("li", h("b", each.stage), h("meter", { min: 0, max: Math.max(total, 0.01), value: each.ms, "aria-label": `${each.stage}: ${each.ms.toFixed(1)} ms` }), h("span.ms", `${each.ms.toFixed(1)} ms`), meta( each.note))))),
    panel("Lanes", table("What each lane found", ["lane", "weight", "found", "its best"], trace.lanes.filter((each) => each.found).map((each) => [each.lane, each.weight.toFixed(2), each.found, h("span.cut", name(each.head[0]?.[0] ?? ""))]))),
    trace.rejected.length > 0 && h("details.panel", h("summary", `Found and left out: ${trace.rejected.length}`), h("ul.plain", trace.rejected.map((each) => h("li", h("a.words", { href: memoryPath(each.node) }, name(each.node)), meta( each.reason))))),
  ];
}

async function past(id) {
  const trace = await get(`/v1/traces/${id}`);
  const names = await namesIn(trace);
  return [
    panel(trace.query, h("p.meta", `${trace.agent ?? "you"}, ${minute(trace.asked_at)}`),
      trace.abstained ? h("p", `Nothing was given: ${trace.abstained}.`) : h("ol.results", trace.results.filter((each) => !each.left_out).map((each) => h("li.result", h("a.words", { href: memoryPath(each.node) }, names[each.node] ?? short(each.node)), h("div.meta", h("span", `score ${each.score.toFixed(2)}`), h("span", each.form))))),
      h("p", to(`/ask?q=${encodeURIComponent(trace.query)}`, "Ask it again now"))),
    how(trace, names),
  ];
}

/** What the nodes of a trace say. */
async function namesIn(trace) {
  const nodes = [...trace.results.map((each) => each.node), ...trace.rejected.slice(0, 60).map((each) => each.node), ...trace.lanes.flatMap((each) => each.head.slice(0, 1).map(([node]) => node))];
  const wanted = [...new Set(nodes)].filter((node) => /^[\w.]+$/.test(node)).slice(0, 120);
  return wanted.length ? (await tell("names", { ids: wanted.join(",") })).names : {};
}
