// Memory that two processes share.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { buffer, openIpc } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import type { Suite } from "./suite.js";

export function sharingSuite(suite: Suite): void {
  suite.test("an array is shared with another process, both ways", async () => {
    const n = 100_000;
    using x = buffer(
      "float32",
      Float32Array.from({ length: n }, (_, i) => i),
      { ipc: true },
    );
    using part = x.subarray(1000, 2000);
    await device().synchronize();
    const child = fork(fileURLToPath(new URL("ipc-program.ts", import.meta.url)), {
      env: { ...process.env, CUTS_DEVICE: suite.device },
      execArgv: ["--import", "tsx"],
    });
    try {
      expect(await ask(child, x.ipcHandle())).toEqual({ length: n, first: 0, last: n - 1 });
      expect((await x.data())[7]).toBe(14);
      expect(await ask(child, part.ipcHandle())).toEqual({ length: 1000, first: 2000, last: 3998 });
      expect((await x.data())[1000]).toBe(4000);
    } finally {
      child.disconnect();
    }
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  });

  suite.test("a handle that means nothing is an error", () => {
    expect(() => openIpc({} as never)).toThrow(TypeError);
    using x = buffer("float32", 4, { ipc: true });
    const handle = x.ipcHandle();
    expect(() => openIpc({ ...handle, shape: [5] })).toThrow(RangeError);
    expect(() => openIpc({ ...handle, memory: Buffer.alloc(64).toString("base64") })).toThrow(
      expect.objectContaining({ code: "CUTS_IPC" }),
    );
    using plain = buffer("float32", 4);
    expect(() => plain.ipcHandle()).toThrow(/ipc: true/);
  });
}

function ask(child: ChildProcess, message: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the other process ended with ${code}`)));
    child.send(message);
  });
}
