import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { saveFile } from "./save-file.js";

const onPosix = process.platform !== "win32";
const isRoot = process.getuid?.() === 0;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cuts-save-"));
  path = join(folder, "file");
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const save = (target: string | URL, text: string): Promise<void> =>
  saveFile(target, (file) => file.writeFile(text));
const textOf = (target: string): string => readFileSync(target, "utf8");
const modeOf = (target: string): number => statSync(target).mode & 0o777;

describe("saving", () => {
  it("makes a file, replaces one, and leaves nothing beside it", async () => {
    await save(path, "first");
    await save(pathToFileURL(path), "second");
    expect(textOf(path)).toBe("second");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("that fails leaves the old file, and no other", async () => {
    await save(path, "old");
    const failure = new Error("on purpose");
    const failing = saveFile(path, async (file) => {
      await file.writeFile("half of the n");
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(textOf(path)).toBe("old");
    await expect(saveFile(join(folder, "none"), () => Promise.reject(failure))).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("shows the old file until the new one is whole", async () => {
    await save(path, "old");
    await saveFile(path, async (file) => {
      await file.writeFile("new");
      expect(textOf(path)).toBe("old");
    });
    expect(textOf(path)).toBe("new");
  });

  it("works with the longest name that a file may have", async () => {
    const long = join(folder, "x".repeat(255));
    await save(long, "text");
    expect(textOf(long)).toBe("text");
  });

  it("refuses what is no file", async () => {
    mkdirSync(path);
    const refused = {
      code: "CUTS_NOT_A_FILE",
      message: `Cannot write ${path}: it must be a file (got a directory)`,
    };
    await expect(save(path, "")).rejects.toMatchObject(refused);
    await expect(save(join(folder, "none", "file"), "")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe.runIf(onPosix)("saving, on POSIX", () => {
  it("keeps the rights of a file, and gives new ones what the user's mask allows", async () => {
    writeFileSync(path, "old");
    for (const mode of [0o600, 0o640, 0o755, 0o666]) {
      chmodSync(path, mode);
      await save(path, "new");
      expect(modeOf(path)).toBe(mode);
    }
    await save(join(folder, "new"), "");
    expect(modeOf(join(folder, "new"))).toBe(0o666 & ~process.umask());
  });

  it.runIf(isRoot)("keeps the owner (skipped elsewhere: only root can give files away)", async () => {
    writeFileSync(path, "old");
    chownSync(path, 12_345, 54_321);
    await save(path, "new");
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 54_321 });
    expect(textOf(path)).toBe("new");
  });

  it("replaces what links lead to, also where that is not there yet", async () => {
    mkdirSync(join(folder, "far"));
    symlinkSync("far", join(folder, "near"));
    symlinkSync("../file", join(folder, "far", "link"));
    symlinkSync("near/link", join(folder, "chain"));
    for (const text of ["first", "second"]) {
      await save(join(folder, "chain"), text);
      expect(textOf(path)).toBe(text);
    }
    expect(readlinkSync(join(folder, "chain"))).toBe("near/link");
    expect(readlinkSync(join(folder, "far", "link"))).toBe("../file");
    symlinkSync("circle", join(folder, "circle"));
    await expect(save(join(folder, "circle"), "")).rejects.toMatchObject({ code: "ELOOP" });
  });

  it("parts a file from its other names", async () => {
    writeFileSync(path, "old");
    linkSync(path, join(folder, "other"));
    await save(path, "new");
    expect(textOf(join(folder, "other"))).toBe("old");
  });

  it("writes in place where the folder allows nothing else", async () => {
    writeFileSync(path, "a longer text than the next one");
    chmodSync(folder, 0o500);
    // Root is not held by rights.
    const nobody = 65_534;
    if (isRoot) for (const one of [path, folder]) chownSync(one, nobody, nobody);
    try {
      if (isRoot) process.seteuid?.(nobody);
      await save(path, "new");
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(textOf(path)).toBe("new");
  });

  it("goes to devices, and not to FIFOs, which would wait for a reader", async () => {
    await save("/dev/null", "text");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    spawnSync("mkfifo", [path]);
    await expect(save(path, "text")).rejects.toThrow(`Cannot write ${path}: it must be a file (got a FIFO)`);
  });
});
