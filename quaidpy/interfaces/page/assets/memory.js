// What exactly is remembered here, by whose words, and what became of it?

import { get, patch, post, put, remove } from "./api.js";
import { day, fill, h, minute, number, to } from "./dom.js";
import { action, badge, command, edgeRow, heading, idLink, note, panel, personPath, quote, state, told } from "./pieces.js";

export async function draw({ rest: id, go, refresh }) {
  const [memory, { versions }, { spaces }] = await Promise.all([get(`/v1/memories/${id}`), get(`/v1/memories/${id}/versions`), get("/v1/spaces")]);
  state.spaces = spaces.filter((each) => each.role && each.role !== "reader" && !each.archived_at).map((each) => each.name);
  const again = (text) => async (run) => {
    const { operation } = await run;
    note(text, "", operation);
    await refresh();
  };
  return [
    heading(memory.kind[0].toUpperCase() + memory.kind.slice(1)),
    h("div.columns",
      h("div", statement(memory, again), said(memory), related(memory)),
      h("div", keeping(memory, again), history(memory, versions, again))),
    command(`quaid show ${id}`),
  ];
}

function statement(memory, again) {
  const at = `/v1/memories/${memory.id}`;
  const words = h("p.statement", memory.text);
  const place = h("div", words);
  const edit = () => {
    const area = h("textarea", { rows: 3, "aria-label": "The words of this memory", value: memory.text });
    const form = h("form.edit", { onsubmit: (event) => event.preventDefault() }, area,
      h("div.actions",
        action("Keep these words", () => again("reworded")(patch(at, { text: area.value, expect: memory.version })), { kind: "primary" }),
        h("button", { type: "button", onclick: () => fill(place, words) }, "Leave it as it was")));
    fill(place, form);
    area.focus();
  };
  return panel(null, place,
    h("p.meta",
      badge(memory.status, memory.status === "superseded" ? "quiet" : ""), memory.pinned && badge("pinned", "good"), memory.flagged && badge("reads like an order", "warn"),
      memory.lifetime.valid_from && h("span", `holds from ${day(memory.lifetime.valid_from)}`), memory.lifetime.valid_to && h("span", `until ${day(memory.lifetime.valid_to)}`)),
    memory.successor && h("p", "In its place: ", to(`/memory/${memory.superseded_by}`, memory.successor)),
    h("div.actions",
      action("Edit", edit),
      memory.pinned ? action("Unpin", () => again("may fade again")(remove(`${at}/pin`))) : action("Pin", () => again("kept from fading")(put(`${at}/pin`))),
      action("Forget", () => again("forgotten")(remove(at)), { kind: "danger", sure: "Forget this? Undo brings it back." }),
      action("Retire", () => again("withdrawn")(post(`${at}/retire`, { reason: "wrong, said on the page" })), { kind: "danger", sure: "Withdraw this as wrong? Its words will not be learnt again until you undo it." })));
}

function said(memory) {
  return panel("The words it was made of",
    memory.evidence.length ? memory.evidence.map((turn) => [quote(turn), h("p.meta", to(`/sessions/${turn.turn.split(".")[0]}#${turn.turn}`, "in its conversation"))]) : h("p.empty", "Nobody's words are kept with it."));
}

function related(memory) {
  if (!memory.entities.length && !memory.edges.length) return null;
  return panel("Who and what",
    h("p.tags", memory.entities.map((each) => h("a.tag", { href: personPath(each.name) }, each.name))),
    memory.edges.length > 0 && h("ul.plain", memory.edges.map(edgeRow)));
}

function keeping(memory, again) {
  const rows = [
    ["said", [memory.speaker, minute(memory.stated_at)].filter(Boolean).join(", ")],
    ["kept", `${minute(memory.lifetime.recorded_at)} by ${memory.made_by.agent ?? memory.made_by.who} (${memory.made_by.verb})`],
    memory.made_by.model && ["model", `${memory.made_by.model} ${memory.made_by.prompt ?? ""}`],
    ["confidence", memory.confidence.toFixed(2)],
    ["importance", memory.importance.toFixed(2)],
    ["confirmed", `${number(memory.confirmations)} times`],
    ["recalled", `${number(memory.usage.recalls)} times${memory.usage.last_recalled_at ? `, last ${day(memory.usage.last_recalled_at)}` : ""}`],
    ["space", moving(memory, again)],
    memory.project && ["project", memory.project],
    memory.tags.length && ["tags", memory.tags.join(", ")],
    ["id", idLink(memory.id)],
  ].filter(Boolean);
  return panel("How it is kept", h("dl.rows", rows.map(([name, value]) => [h("dt", name), h("dd", value)])));
}

/** Which space it is in, and into which it may go. */
function moving(memory, again) {
  const here = memory.space ?? "private";
  if (state.about.read_only || !state.spaces) return here;
  const others = state.spaces.filter((each) => each !== here);
  if (!others.length) return here;
  const choice = h("select", { "aria-label": "Move to space" }, h("option", { value: "" }, here), others.map((each) => h("option", { value: each }, each)));
  choice.addEventListener("change", async () => {
    try {
      await again(`moved to ${choice.value}`)(post(`/v1/memories/${memory.id}/move`, { to: choice.value }));
    } catch (error) {
      note(told(error), "bad");
      choice.value = "";
    }
  });
  return choice;
}

function history(memory, versions, again) {
  return panel("Versions", h("ol.versions", [...versions].reverse().map((each) => h("li",
    h("p", difference(each)),
    h("div.meta", h("span", `version ${each.version}`), h("span", minute(each.at)), h("span", `${each.agent ?? each.who}: ${each.verb}`), each.undone_by && badge("undone", "quiet")),
    each.why && h("p.meta", each.why),
    each.version !== memory.version && each.text !== memory.text && action("Word it so again", () => again(`as in version ${each.version}`)(post(`/v1/memories/${memory.id}/rollback`, { to: String(each.version) })), { kind: "small" })))));
}

/** Words that came and went, where a version tells them; else its words. */
function difference(version) {
  if (!version.diff?.length) return version.text;
  return version.diff.map((piece) => {
    const [sign, words] = Array.isArray(piece) ? piece : [piece[0], piece.slice(1).trim()];
    return [sign === "-" ? h("del", words) : sign === "+" ? h("ins", words) : words, " "];
  });
}
