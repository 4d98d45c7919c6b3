// What did each night do, and how is it taken back?

import { act, get, post, tell, undo } from "./api.js";
import { counted, fill, h, minute, number } from "./dom.js";
import { action, badge, command, empty, heading, meta, note, panel } from "./pieces.js";

export async function draw({ rest: run, refresh }) {
  return run ? oneRun(run, refresh) : all(refresh);
}

async function all(refresh) {
  const [status, { operations }, { decisions }] = await Promise.all([tell("nights"), tell("operations"), tell("decisions")]);
  const begin = async () => {
    await post("/page/night");
    note("a night has begun; what it does shows here");
    setTimeout(refresh, 1500);
  };
  return [
    heading("Nights", "What the janitor did, and everything else that changed. All of it can be taken back.", status.running ? badge(`at work: ${status.running}`, "warn") : action("Run a night now", begin)),
    status.warning && h("p", badge("look", "warn"), " ", status.warning),
    planned(),
    panel("Runs", status.nights.length ? h("ul.runs", status.nights.map((each) => night(each, refresh))) : empty("No night yet. It runs by itself after", "quaid janitor install")),
    panel("Taken for known", decisions.length ? h("ul.runs", decisions.map((each) => decision(each, refresh))) : empty("No new statement was taken for one that was known, in two weeks.")),
    panel("All changes", h("ul.runs", operations.slice(0, 60).map((each) => operation(each, refresh)))),
    command("quaid janitor status"),
  ];
}

/** What the next night would do, once it is asked for: it looks at everything. */
function planned() {
  const place = h("div");
  const look = h("button", { type: "button" }, "What would it do now?");
  look.addEventListener("click", async () => {
    look.disabled = true;
    fill(place, h("p.meta", "The night looks at everything and changes nothing; with many memories that takes a minute."));
    try {
      const { tasks } = await get("/page/plan");
      const busy = (tasks ?? []).filter((each) => each.planned);
      fill(place, busy.length ? busy.map((each) => [h("h3", `${each.task}: ${counted(each.planned, "change")}`), h("ul.plain", each.changes.slice(0, 12).map((one) => h("li", badge(one.verb), " ", one.summary, (one.lines ?? []).slice(0, 6).map((line) => h(line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span", " ", line.slice(2))))))]) : empty("Nothing to do."));
    } catch (error) {
      fill(place, empty(error.message));
    }
    look.disabled = false;
  });
  return panel("The next night", h("div.actions", look), place);
}

function night(each, refresh) {
  const applied = each.tasks.reduce((sum, task) => sum + task.applied, 0);
  const failed = each.tasks.filter((task) => task.failure);
  const seconds = each.ended_at ? (new Date(each.ended_at) - new Date(each.started_at)) / 1000 : null;
  return h("li",
    h("a.words", { href: `/nights/${each.run}` }, minute(each.started_at)), badge(each.state, each.state === "done" ? "good" : "warn"),
    meta( `${counted(applied, "change")}${seconds === null ? "" : ` in ${seconds.toFixed(1)} s`}`, failed.map((task) => badge(`${task.task}: ${task.failure}`, "bad"))),
    applied > 0 && action("Undo this night", async () => {
      await undo(each.run);
      note("the night is taken back");
      await refresh();
    }, { kind: "small", sure: `Take back ${counted(applied, "change")} of ${minute(each.started_at)}?` }),
    h("details", h("summary", "Tasks"), h("dl.rows", each.tasks.map((task) => [h("dt", task.task), h("dd", task.skipped ?? `${task.applied} of ${task.planned}`, ` ${task.seconds.toFixed(2)} s`, task.tokens > 0 && `, ${number(task.tokens)} tokens`)]))));
}

const TAKEN_FOR = { confirm: "known already", update: "better told", supersede: "replaces", enrich: "adds to", doubt: "a question" };

/** A merge that was wrong is seen here: what was said, what it was taken for, and the way back. */
function decision(each, refresh) {
  return h("li",
    badge(TAKEN_FOR[each.outcome] ?? each.outcome, each.outcome === "doubt" ? "warn" : ""), h("span.words", each.statement),
    each.outcome === "confirm" && action("They are two", async () => {
      await act("apart", { id: each.id });
      note("kept as a memory of its own");
      await refresh();
    }, { kind: "small" }),
    h("p.meta", meta(minute(each.at), `${each.reason}${each.similarity === null ? "" : `, ${each.similarity.toFixed(2)} alike`}`),
      each.memory && [" held against ", h("a", { href: `/memory/${each.memory}` }, each.memory_text ?? "a memory that is gone")]));
}

function operation(each, refresh) {
  const details = h("details", { ontoggle: () => details.open && details.childElementCount === 1 && open() }, h("summary", "What it changed"));
  const open = async () => {
    try {
      const { changes, count } = await tell("operation", { id: each.id });
      details.append(changes.length ? h("ul.changes", changes.map(change)) : h("p.meta", "Nothing that reads as words: links, marks and counts."));
      if (count > changes.length) details.append(h("p.meta", `${counted(count, "change")} in all`));
    } catch (error) {
      details.append(h("p.meta", error.message));
    }
  };
  return h("li",
    badge(each.verb), h("a.words", { href: `/nights/${each.run ?? each.id}` }, each.why || each.verb),
    each.undone_by && badge("undone", "quiet"),
    !each.undone_by && action("Undo", async () => {
      await undo(each.id);
      note(`taken back: ${each.why || each.verb}`);
      await refresh();
    }, { kind: "small" }),
    h("p.meta", meta(minute(each.at), each.who)),
    details);
}

function change({ table, id, what, before, after }) {
  const words = id?.startsWith?.("m_") ? h("a.words", { href: `/memory/${id}` }, after?.text ?? what) : h("span.words", what);
  const names = Object.keys(after ?? {}).filter((name) => name !== "text" && before && before[name] !== after[name]);
  return h("li", badge(before ? (after ? "changed" : "gone") : "new", before ? "" : "good"), meta( table), words,
    before?.text && after?.text && before.text !== after.text && h("del", before.text),
    names.length > 0 && meta( names.map((name) => `${name}: ${before[name] ?? "none"} → ${after[name] ?? "none"}`).join("; ")));
}

async function oneRun(run, refresh) {
  const { operations } = await tell("operations");
  const mine = operations.filter((each) => each.run === run || each.id === run);
  return [
    heading("One run", mine.length ? `${minute(mine[0].at)}, ${counted(mine.length, "operation")}` : "It changed nothing that is still told.",
      mine.some((each) => !each.undone_by) && action("Undo all of it", async () => {
        await undo(run);
        note("taken back");
        await refresh();
      }, { sure: "Take back everything that this run changed?" })),
    mine.length ? h("ul.runs", mine.map((each) => operation(each, refresh))) : empty("Nothing to show."),
    command(`quaid undo ${run}`),
  ];
}
