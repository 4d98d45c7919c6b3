// What do several views show alike? A memory, a quote, a relation, an empty place, a question before a change.

import { Refused, undo } from "./api.js";
import { ago, day, fill, h, short, to } from "./dom.js";

export const state = { about: { read_only: false } };

export const memoryPath = (id) => (id.startsWith("m_") ? `/memory/${id}` : `/sessions/${id.split(".")[0]}#${id}`);
export const personPath = (name) => `/people/${encodeURIComponent(name)}`;

export function heading(title, lead, ...beside) {
  document.title = `${title} · quaid`;
  return h("div.heading", h("h1", title), lead && h("p.lead", lead), beside.length > 0 && h("div.beside", ...beside));
}

export const panel = (title, ...children) =>
  h("section.panel", title && h("h2", title), ...children);

/** What an empty place teaches: what would stand here, and how it comes. */
export const empty = (told, command) =>
  h("p.empty", told, command && [" ", h("code", command)]);

export const command = (line) => h("p.command", "The same in a terminal: ", h("code", line));

/** Small print: its parts side by side. */
export const meta = (...parts) =>
  h("span.meta", parts.flat().filter(Boolean).map((each) => (each instanceof Node ? each : h("span", each))));

export const badge = (text, kind = "") => h(`span.badge${kind && `.${kind}`}`, text);

/** A notice: its words are made as it is given, so the row says what it is about. */
export const noticeRow = (notice) =>
  h("li", badge(notice.kind), " ", notice.memory && to(memoryPath(notice.memory), "what it is about"), " ", meta(`to ${notice.to}`, notice.state, ago(notice.happened_at)));

/** One memory as a row: its words, kind, when it was said; what is over is told, not only shown. */
export function memoryRow(memory, ...more) {
  const isOver = ["superseded", "archived", "retired", "expired"].includes(memory.status) || memory.valid_to;
  return h(
    `li.memory${isOver ? ".over" : ""}`,
    h("a.words", { href: memoryPath(memory.id) }, memory.text),
    meta(
      badge(memory.kind ?? "turn"),
      isOver && badge(memory.valid_to ? `until ${day(memory.valid_to)}` : memory.status, "quiet"),
      day(memory.stated_at),
      ...more,
    ),
  );
}

export const memoryList = (memories, teach) =>
  memories.length ? h("ul.memories", memories.map((each) => memoryRow(each))) : empty(...teach);

/** Somebody's own words. `start`/`end` mark those that a memory was made of. */
export function quote(turn, { isMarked = true } = {}) {
  const text = turn.text ?? "";
  const from = isMarked && turn.start !== undefined ? turn.start : isMarked && turn.quote ? text.indexOf(turn.quote) : -1;
  const until = turn.end ?? (from >= 0 ? from + (turn.quote ?? "").length : -1);
  const words = from >= 0 && until > from
    ? [text.slice(0, from), h("mark", text.slice(from, until)), text.slice(until)]
    : [text];
  return h(
    "blockquote",
    { cite: turn.turn },
    h("footer", h("b", turn.speaker ?? turn.role ?? ""), " ", turn.at && h("span", day(turn.at))),
    h("p", ...words),
  );
}

/** Since when and until when a relation holds, in words. */
export function dates({ lifetime }) {
  const { valid_from: from, valid_to: until, retracted_at: gone } = lifetime ?? {};
  return [from && `from ${day(from)}`, (until ?? gone) && `until ${day(until ?? gone)}`].filter(Boolean).join(" ");
}

export function edgeRow(edge) {
  const when = dates(edge);
  return h(
    "li",
    to(nodePath(edge.source, edge.source_name), edge.source_name),
    h("span.relation", ` ${edge.relation.replaceAll("_", " ")} `),
    to(nodePath(edge.target, edge.target_name), edge.target_name),
    when && meta(when),
    edge.memory && h("a.meta", { href: memoryPath(edge.memory) }, "why"),
  );
}

export const nodePath = (id, name) => (id.startsWith("e_") ? personPath(name) : memoryPath(id));

/** A button that changes something; hidden where the page may only look. */
export function action(label, run, { kind = "", sure = "" } = {}) {
  if (state.about.read_only) return null;
  const button = h(`button${kind && `.${kind}`}`, { type: "button" }, label);
  button.addEventListener("click", async () => {
    if (sure && !(await isSure(sure, label))) return;
    button.disabled = true;
    try {
      await run();
    } catch (error) {
      note(told(error), "bad");
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

function isSure(question, label) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { "aria-label": question, onclose: () => (dialog.remove(), resolve(dialog.returnValue === "yes")) },
      h("p", question),
      h("div.actions", h("button", { onclick: () => dialog.close("no") }, "Leave it"), h("button.danger", { onclick: () => dialog.close("yes") }, label)),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Says what came of an act, for a while; `operation`: with a way back. */
export function note(text, kind = "", operation = null) {
  const place = document.getElementById("notes");
  const line = h(
    `div.note${kind && `.${kind}`}`,
    h("span", text),
    operation && h("button", { onclick: async () => {
      try {
        await undo(operation);
        fill(line, h("span", "taken back"));
      } catch (error) {
        fill(line, h("span", told(error)));
      }
    } }, "Undo"),
    h("button.close", { "aria-label": "Close", onclick: () => line.remove() }, "×"),
  );
  place.append(line);
  setTimeout(() => line.remove(), operation || kind === "bad" ? 20_000 : 6_000);
}

export const told = (error) =>
  error instanceof Refused ? error.message : `this page failed: ${error.message}`;

export const idLink = (id) => h("a.id", { href: memoryPath(id), title: id }, short(id));

/** A table that a narrow screen scrolls, with a caption for who hears it. */
export const table = (caption, head, rows) =>
  h(
    "div.scroll",
    { tabindex: "0", role: "region", "aria-label": caption },
    h("table", h("caption", caption), h("thead", h("tr", head.map((each) => h("th", { scope: "col" }, each)))), h("tbody", rows.map((row) => h("tr", row.map((cell) => h("td", cell)))))),
  );
