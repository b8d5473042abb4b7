// Ctrl-C and SIGTERM end a process also after a library has handled them for a while, as NVRTC does.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("signals-program.ts", import.meta.url));

/** What a signal does to a process that has made such a call: how it ended, and what it printed. */
async function ended(
  how: string,
  signal: "SIGINT" | "SIGTERM",
): Promise<readonly [unknown, unknown, string]> {
  const child = spawn(process.execPath, ["--import", "tsx", program, how], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    if (piece.includes("ready")) child.kill(signal);
  });
  const [code, by] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return [code, by, text.replace("ready\n", "")];
}

describe.skipIf(process.platform === "win32")("signals (not of Windows, which has none)", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it.concurrent(`${signal} ends a process after a call`, async () => {
      expect(await ended("call", signal)).toEqual([null, signal, ""]);
      expect(await ended("two at once", signal)).toEqual([null, signal, ""]);
    });
  }

  it.concurrent("listeners that are added or removed during a call count", async () => {
    expect(await ended("listen meanwhile", "SIGTERM")).toEqual([7, null, "heard\n"]);
    expect(await ended("listen before", "SIGTERM")).toEqual([7, null, "heard\n"]);
    expect(await ended("stop meanwhile", "SIGTERM")).toEqual([null, "SIGTERM", ""]);
  });
});
