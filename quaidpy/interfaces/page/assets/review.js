// What could the night not decide alone? One question after the other, by keys or by hand.

import { act, tell, undo } from "./api.js";
import { counted, day, h } from "./dom.js";
import { action, command, empty, heading, idLink, meta, note, panel, state } from "./pieces.js";

const KEYS = { k: "keep", m: "merge", d: "drop", l: "later" };
const LABELS = {
  keep: "Keep", merge: "Merge", drop: "Drop", later: "Later", edit: "Edit",
};
const OF_TWO = new Set(["duplicate", "contradiction", "rejected", "entity"]);
let answerShown = null;

export async function draw({ refresh }) {
  const { questions, waiting } = await tell("questions");
  answerShown = null;
  if (!questions.length) {
    return [heading("Review"), empty("Nothing waits for you. What a night cannot decide alone, as whether two memories say the same, stands here."), command("quaid review")];
  }
  const [first, ...rest] = questions;
  const answer = async (word, more = {}) => {
    const { run } = await act("answer", { subject: first.subject, answer: word, ...more });
    note(`${LABELS[word].toLowerCase()}: ${first.reason}`, "", run);
    await refresh();
  };
  answerShown = answer;
  return [
    heading("Review", `${counted(waiting, "question")} of the night.`),
    card(first, answer),
    rest.length > 0 && panel("Then", h("ul.plain", rest.slice(0, 20).map((each) => h("li", each.asked, meta( each.memories[0]?.text ?? each.subject))))),
    !state.about.read_only && h("p.meta", "Keys: ", h("kbd", "k"), " keep, ", h("kbd", "m"), " merge, ", h("kbd", "d"), " drop, ", h("kbd", "l"), " later. What you answer can be undone."),
    command("quaid review"),
  ];
}

function card(question, answer) {
  const { memories, values, files } = question;
  const isOfTwo = OF_TWO.has(question.matter);
  const edit = h("textarea", { rows: 2, "aria-label": "The words to keep", value: memories[0]?.text ?? "" });
  return h("section.panel.question-card",
    h("h2", question.asked), h("p.meta", question.reason),
    memories.length > 0 && h("ol.pair", memories.map((each) => h("li", h("p.statement", each.text), h("div.meta", each.said_at && h("span", `said ${day(each.said_at)}`), h("span", `confidence ${each.confidence.toFixed(2)}`), idLink(each.id)),
      memories.length > 1 && action("Only this one goes", () => answer("drop", { memory: each.id }), { kind: "small" })))),
    values.length > 0 && h("ol.pair", values.map((each) => h("li", h("p.statement", each.value), h("div.meta", each.from && h("span", `from ${day(each.from)}`), h("span", each.source)), action("This one is so", () => answer("keep", { memory: each.id }), { kind: "small" })))),
    files.map((each) => [h("h3", each.path), h("pre.diff", { tabindex: "0" }, each.diff.map((line) => h(line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span", `${line}\n`)))]),
    h("div.actions", 
      action(isOfTwo ? "Keep both" : "Keep", () => answer("keep"), { kind: "primary" }),
      isOfTwo && action("Merge into one", () => answer("merge")),
      action(isOfTwo ? "Drop the second" : "Drop", () => answer("drop"), { kind: "danger" }),
      action("Later", () => answer("later"))),
    !state.about.read_only && memories.length > 0 && h("details", h("summary", "Word it yourself"), edit, h("div.actions", action("Keep these words", () => answer("edit", { text: edit.value }), { kind: "primary" }))));
}

document.addEventListener("keydown", async (event) => {
  const isHere = location.pathname === "/review" && answerShown && !state.about.read_only;
  if (!isHere || event.target.closest("input, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  const answer = answerShown;
  answerShown = null; // one key, one answer
  try {
    await answer(KEYS[event.key]);
  } catch (error) {
    answerShown = answer;
    note(error.message, "bad");
  }
});
