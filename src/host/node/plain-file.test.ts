import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openPlainFile, readPlainFile, readPlainText, whyUnreadable } from "./plain-file.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-plain-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

/** Why a path cannot be read, by both ways. */
async function refusals(path: string): Promise<readonly unknown[]> {
  const caught = (error: unknown): unknown => [(error as { code: string }).code, whyUnreadable(error)];
  const late = await openPlainFile(path).then(() => undefined, caught);
  try {
    readPlainFile(path);
    return [late, undefined];
  } catch (error) {
    return [late, caught(error)];
  }
}

describe("a plain file", () => {
  it("is read", async () => {
    writeFileSync(at("text"), "grün");
    expect(readPlainText(at("text"))).toBe("grün");
    expect(readPlainFile(at("text"))).toHaveLength(5);
    const file = await openPlainFile(at("text"));
    expect(await file.readFile("utf8")).toBe("grün");
    await file.close();
  });

  it("is there", async () => {
    const missing = ["ENOENT", "there is no such file"];
    expect(await refusals(at("none"))).toEqual([missing, missing]);
  });

  it("is no directory", async () => {
    const refused = ["CUTS_NOT_A_FILE", "it must be a file (got a directory)"];
    expect(await refusals(folder)).toEqual([refused, refused]);
    expect(() => readPlainFile(folder)).toThrow(`Cannot read ${folder}: it must be a file (got a directory)`);
  });
});

describe.runIf(process.platform !== "win32")("what only POSIX has", () => {
  it("is refused, and never waited for", async () => {
    spawnSync("mkfifo", [at("fifo")]);
    symlinkSync("fifo", at("link"));
    const fifo = ["CUTS_NOT_A_FILE", "it must be a file (got a FIFO)"];
    expect(await refusals(at("fifo"))).toEqual([fifo, fifo]);
    expect(await refusals(at("link"))).toEqual([fifo, fifo]);
    const device = ["CUTS_NOT_A_FILE", "it must be a file (got a device)"];
    expect(await refusals("/dev/zero")).toEqual([device, device]);
    const server = createServer().listen(at("socket"));
    const socket = ["CUTS_NOT_A_FILE", "it must be a file (got a socket)"];
    expect(await refusals(at("socket"))).toEqual([socket, socket]);
    await new Promise((resolve) => server.close(resolve));
    symlinkSync("nowhere", at("dangling"));
    const missing = ["ENOENT", "there is no such file"];
    expect(await refusals(at("dangling"))).toEqual([missing, missing]);
  });
});
