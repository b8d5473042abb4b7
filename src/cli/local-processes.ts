// Runs ranks as processes of this machine that find each other by an address, if there is no mpirun.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { eachLine } from "./each-line.js";
import { codeOfSignal, endAll, passSignals } from "./pass-signals.js";
import type { Ui } from "./ui.js";

/** Runs a command as this many ranks; returns the exit code of the first rank that failed, else 0. */
export async function runProcesses(ranks: number, words: readonly string[], ui: Ui): Promise<number> {
  const [path = "", ...args] = words;
  const rendezvous = `${randomUUID()}@127.0.0.1:${await freePort()}`;
  return new Promise((resolve, reject) => {
    let running = ranks;
    let failure: number | undefined;
    const children = Array.from({ length: ranks }, (_, rank) => {
      const child = spawn(path, args, {
        env: {
          ...process.env,
          CUTS_RANK: String(rank),
          CUTS_LOCAL_RANK: String(rank),
          CUTS_WORLD_SIZE: String(ranks),
          CUTS_RENDEZVOUS: rendezvous,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      eachLine(child.stdout, (line) => ui.print(`[${rank}] ${line}`));
      eachLine(child.stderr, (line) => ui.note(`[${rank}] ${line}`));
      child.on("error", reject);
      child.on("exit", (code, signal) => {
        if (code === 0 || failure !== undefined) return;
        failure = signal === null ? (code ?? 1) : codeOfSignal(signal);
        if (running === 1 || signals.exitCode !== undefined) return;
        const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
        ui.note(`error: rank ${rank} ${how}; the others are ended`);
        endAll(children);
      });
      child.on("close", () => {
        if (--running > 0) return;
        signals.stop();
        resolve(signals.exitCode ?? failure ?? 0);
      });
      return child;
    });
    const signals = passSignals(children, endAll);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
