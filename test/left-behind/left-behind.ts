// Starts victims, ends them, and looks for what they have left. Processes are told by a mark in their environment, which
// all descendants of a victim have.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** How a victim ends: by a signal, by itself, or only the thread of it that has started the process. */
export type Ending = "SIGINT" | "SIGTERM" | "SIGKILL" | "exit" | "crash" | "throw" | "thread";

/** When it ends: some time after it has begun, or once a process with this in its command line is there. */
export type Moment = { readonly afterMs: number } | { readonly seen: string };

const PERIOD_MS = 50;

/** Starts `what` in a victim and ends it. Returns what is left of it `graceMs` later: nothing, as soon as that is so. */
export async function leftBehind(
  what: string,
  ending: Ending,
  moment: Moment,
  graceMs: number,
): Promise<readonly string[]> {
  const mark = `${process.pid}-${crypto.randomUUID()}`;
  const victim = start(what, ending === "thread" ? "victim-thread.mjs" : "victim.ts", mark);
  const lines = createInterface(victim.stdout as NonNullable<ChildProcess["stdout"]>)[Symbol.asyncIterator]();
  await expectLine(lines, "begin");
  if ("afterMs" in moment) await sleep(moment.afterMs);
  else while (!marked(mark).some(({ command }) => command.includes(moment.seen))) await sleep(PERIOD_MS);
  const exited = once(victim, "exit");
  if (ending.startsWith("SIG")) victim.kill(ending as NodeJS.Signals);
  else victim.stdin?.write(`${ending}\n`);
  await (ending === "thread" ? expectLine(lines, "ended") : exited);
  const left = () => marked(mark).filter(({ pid }) => pid !== victim.pid);
  for (let waitedMs = 0; waitedMs < graceMs && left().length > 0; waitedMs += PERIOD_MS)
    await sleep(PERIOD_MS);
  const found = left();
  for (const { pid } of found) process.kill(pid, "SIGKILL");
  victim.stdin?.end();
  await exited;
  return found.map(({ command }) => `${what}, ended by ${ending}, ${JSON.stringify(moment)}: ${command}`);
}

function start(what: string, file: string, mark: string): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const loader = file.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
  const child = spawn(process.execPath, [...loader, path, what], {
    // A compiler that it shares with others would be nobody's to end.
    env: { ...process.env, CUTS_COMPILER: "", CUTS_VICTIM: mark },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  return child;
}

interface Found {
  readonly pid: number;
  readonly command: string;
}

function marked(mark: string): readonly Found[] {
  return readdirSync("/proc").flatMap((pid): Found[] => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`CUTS_VICTIM=${mark}`))
        return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return [{ pid: Number(pid), command }];
    } catch {
      // Not a process, or it has ended.
      return [];
    }
  });
}

async function expectLine(lines: AsyncIterator<string>, line: string): Promise<void> {
  const next = await lines.next();
  if (next.value !== line)
    throw new Error(`the victim must say "${line}" (got ${JSON.stringify(next.value)})`);
}
