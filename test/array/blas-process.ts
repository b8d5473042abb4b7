// A process that ends in one of several ways while a BLAS multiplies for it, and who starts it.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** How a process ended, and what it has said. */
interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

/** Starts this file as a program. */
export async function exitOf(how: string, blas: string): Promise<ProcessEnd> {
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(import.meta.url), how], {
    env: { ...process.env, CUTS_BLAS: blas, CUTS_DEVICE: "cpu" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [said, [code, signal]] = await Promise.all([
    text(child.stdout),
    new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.on("close", (...end) => resolve(end)),
    ),
  ]);
  return { code, signal, said: said.trim() };
}

async function endSomehow(how: string): Promise<void> {
  const cu = await import("../../src/index.js");
  const x = cu.ones([400, 400]);
  const products = Array.from({ length: 4 }, () => cu.matmul(x, x));
  if (how === "exit") process.exit(3);
  if (how === "throw") throw new Error("on purpose");
  if (how === "reset") {
    cu.device().reset();
    const y = cu.ones([200, 200]);
    if ((await cu.matmul(y, y).data())[0] === 200) console.log("again");
    return;
  }
  // Nothing but the products keeps the process.
  void Promise.all(products.map((one) => one.data())).then((all) => {
    if (all.every((values) => values[0] === 400)) console.log("done");
  });
}

const [, file, how] = process.argv;
if (file === fileURLToPath(import.meta.url) && how !== undefined) await endSomehow(how);
