// What has happened lately, and is anything to be done?

import { act, tell } from "./api.js";
import { bars, line } from "./charts.js";
import { ago, counted, day, h, number, percent, to } from "./dom.js";
import { action, badge, empty, heading, meta, note, noticeRow, panel } from "./pieces.js";

const LEARNT = 16;

export async function draw({ refresh }) {
  const [health, news, todos, questions, recalls, growth, notices] = await Promise.all([
    tell("health"), tell("learnt"), tell("todos"), tell("questions"), tell("recalls"), tell("growth"), tell("notices"),
  ]);
  return [
    heading("Today", new Intl.DateTimeFormat("en-GB", { dateStyle: "full" }).format(new Date())),
    h("div.columns", 
      h("div", learnt(news), charts(recalls.recalls, growth.snapshots)),
      h("div", well(health), waiting(questions), tasks(todos.todos, refresh), given(recalls.recalls), unread(notices.notices)),
    ),
  ];
}

function well(health) {
  const { figures } = health;
  return panel("Health",
    h("ul.facts",
      h("li", badge(health.well ? "well" : "look", health.well ? "good" : "warn"), " ", health.problems.length ? health.problems.join("; ") : "nothing is wrong"),
      h("li", `${counted(figures.live, "memory", "memories")}, ${number(figures.superseded)} in history, ${counted(figures.entities, "person or thing", "people and things")}, ${counted(figures.edges, "relation")}`),
      h("li", `${counted(figures.recalls_30_days, "recall")} in 30 days; ${percent(figures.never_recalled_share)} of memories never recalled`),
    ),
  );
}

function waiting({ waiting: count }) {
  return panel("Questions for you",
    count ? h("p", to("/review", `${counted(count, "question")} of the night`), count === 1 ? " waits" : " wait", " for your answer.")
      : empty("None. What a night cannot decide alone stands here."));
}

function tasks(todos, refresh) {
  const open = todos.filter((each) => each.state === "open").slice(0, 12);
  const done = async (task) => {
    const { operation } = await act("task", { verb: "done", id: task.id });
    note(`done: ${task.text}`, "", operation);
    refresh();
  };
  return panel("To do",
    open.length
      ? h("ul.tasks", open.map((task) => h("li", action("Done", () => done(task), { kind: "small" }), h("span", idLinkText(task), " ", meta(task.owner, task.due && `due ${day(task.due)}`)))))
      : empty("Nothing is open. Tasks that somebody names are kept, and end when they are done."));
}

const idLinkText = (task) => h("a.words", { href: `/memory/${task.id}` }, task.text);

function given(recalls) {
  const shown = recalls.slice(0, 8);
  return panel("Given to agents and you",
    shown.length
      ? h("ul.plain", shown.map((each) => h("li", to(`/ask?recall=${each.id}`, each.query), meta( each.agent ?? "you", each.abstained ? "nothing given" : `${each.given} given`, ago(each.asked_at)))))
      : empty("Nobody has asked yet. Try", "quaid recall \"…\""));
}

function unread(notices) {
  const shown = notices.slice(0, 6);
  return shown.length ? panel("Notices", h("ul.plain", shown.map(noticeRow))) : null;
}

function learnt({ rows, large }) {
  const shown = rows.filter(worth).slice(0, LEARNT);
  return panel("Learnt and changed",
    shown.length || large.length
      ? h("ul.changes", large.map((each) => h("li", badge(each.verb), h("span.words", each.why), meta(each.who, ago(each.at)))),
        shown.map(({ id, what, before, after, at, who, verb }) => h("li",
          badge(word(before, after), tone(before, after)), h("a.words", { href: `/memory/${id}` }, after?.text ?? what),
          before?.text && after?.text && before.text !== after.text && h("del", before.text),
          meta(who, verb, ago(at)))))
      : empty("Nothing yet. A conversation comes in by the hooks of your agent, or by", "quaid extract chat.txt"),
    shown.length > 0 && h("p", to("/nights", "All changes, and how to take them back")));
}

function worth({ before, after }) {
  if (!before || !after) return true;
  const isOver = after.status !== before.status && !["active", "pending"].includes(after.status);
  return isOver || ["text", "valid_to", "kind"].some((name) => before[name] !== after[name]);
}

function word(before, after) {
  if (!before) return "new";
  if (!after) return "gone";
  if (before.text !== after.text) return "reworded";
  return after.valid_to && !before.valid_to ? "ended" : after.status;
}

const tone = (before, after) => (!before ? "good" : !after || after.valid_to ? "quiet" : "");

function charts(recalls, snapshots) {
  const byDay = new Map();
  for (const each of [...recalls].reverse()) byDay.set(day(each.asked_at), (byDay.get(day(each.asked_at)) ?? 0) + each.given);
  const found = [
    snapshots.length > 1 && line("Memories", snapshots.map((each) => [day(each.at), each.figures.live]), "memories"),
    snapshots.length > 1 && line("Never recalled", snapshots.map((each) => [day(each.at), Math.round(100 * each.figures.never_recalled_share)]), "%"),
    byDay.size > 1 && bars("Given a day", [...byDay], "results"),
    recalls.length > 1 && line("Time of a recall", [...recalls].reverse().map((each) => [day(each.asked_at), each.ms]), "ms"),
  ].filter(Boolean);
  return found.length ? panel("How it goes", h("div.charts", found)) : null;
}
