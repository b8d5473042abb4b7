// What becomes of a program when the process that started it is killed and cannot clean up.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";

const PERIOD_MS = 100;
const COMPILE_MS = 300_000;

it.skipIf(process.platform !== "linux")(
  "a program ends with the process that started it (skipped: no /proc)",
  async () => {
    const script = fileURLToPath(new URL("fixtures/endless.ts", import.meta.url));
    const parent = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script], {
      stdio: "inherit",
    });
    const child = await eventually(() => programOf(parent.pid ?? 0));
    parent.kill("SIGKILL");
    await eventually(() => (existsSync(`/proc/${child}`) ? undefined : true));
    expect(existsSync(`/proc/${child}`)).toBe(false);
  },
  COMPILE_MS,
);

/** The process that runs the program of another process, by what the system knows of both. */
function programOf(parent: number): string | undefined {
  return readdirSync("/proc").find((pid) => {
    try {
      const isProgram = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("program-main");
      return isProgram && readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${parent}\n`);
    } catch {
      return false;
    }
  });
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await sleep(PERIOD_MS);
  }
}
