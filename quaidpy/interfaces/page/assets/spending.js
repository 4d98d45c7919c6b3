// What did language models cost, and what for?

import { tell } from "./api.js";
import { h, minute, number } from "./dom.js";
import { command, empty, heading, panel, table } from "./pieces.js";

const tokens = ({ input_tokens: read, output_tokens: written }) => `${number(read)} / ${number(written)}`;
const cost = (value) => `${(value ?? 0).toFixed(4)} USD`;

export async function draw() {
  const { by_use: uses, last } = await tell("spending");
  if (!uses.length) {
    return [heading("Spending"), empty("No language model was asked: nothing was spent. Reading, recalling and nights work without one; what a model would add is told by", "quaid config model"), command("quaid stats")];
  }
  const total = uses.reduce((sum, each) => sum + (each.spending.cost_usd ?? 0), 0);
  return [
    heading("Spending", `${cost(total)} in all`),
    panel("What for", table("By use and model", ["for", "model", "calls", "tokens read / written", "cost"], uses.map((each) => [each.doing, each.model, number(each.spending.calls), tokens(each.spending), cost(each.spending.cost_usd)]))),
    panel("Last times", table("The last sixty", ["when", "for", "model", "tokens read / written", "cost"], last.map((each) => [minute(each.at), each.doing, each.model, tokens(each.spending), cost(each.spending.cost_usd)]))),
    command("quaid stats"),
  ];
}
