// How does the plugin speak with quaid? One child process, a JSON object a line each way, answers by number.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const MOST_WAITING = 200; // requests; past it the memory is broken, and the host must not fill up with them
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class Worker {
  constructor(command, logger) {
    this.command = command;
    this.logger = logger;
    this.child = null;
    this.waiting = new Map();
    this.next = 1;
    this.pauseMs = FIRST_PAUSE_MS;
    this.notBefore = 0;
    this.stopped = false;
  }

  // The answer's `result`; undefined past the limit or when the child is gone. Never throws.
  ask(method, params, timeoutMs) {
    if (this.stopped || this.waiting.size >= MOST_WAITING || !this.#start()) return Promise.resolve(undefined);
    const id = this.next++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, undefined), timeoutMs);
      this.waiting.set(id, { resolve, timer });
      this.child.stdin.write(`${JSON.stringify({ id, method, params })}\n`, (error) => {
        if (error) this.#settle(id, undefined);
      });
    });
  }

  // Lets what was written reach the child, then ends it.
  async stop(timeoutMs) {
    if (!this.child) return;
    await this.ask("flush", {}, timeoutMs);
    this.stopped = true;
    const child = this.child;
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    timer.unref();
  }

  #start() {
    if (this.child) return true;
    if (Date.now() < this.notBefore) return false;
    const [program, ...rest] = this.command;
    const child = spawn(program, rest, { stdio: ["pipe", "pipe", "ignore"] });
    this.child = child;
    child.on("error", (error) => this.#lost(child, error.message));
    child.on("exit", (code) => this.#lost(child, `it ended with ${code}`));
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(line));
    return true;
  }

  #take(line) {
    let answer;
    try {
      answer = JSON.parse(line);
    } catch {
      return;
    }
    this.pauseMs = FIRST_PAUSE_MS;
    this.#settle(answer.id, answer.result);
  }

  #settle(id, result) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.waiting.delete(id);
    waiting.resolve(result);
  }

  #lost(child, reason) {
    if (this.child !== child) return;
    this.child = null;
    for (const id of [...this.waiting.keys()]) this.#settle(id, undefined);
    if (this.stopped) return;
    this.notBefore = Date.now() + this.pauseMs;
    this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
    this.logger?.warn?.(`quaid: ${this.command[0]} is gone (${reason}); memories wait until it is back`);
  }
}
