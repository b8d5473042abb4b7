import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { digestOf } from "../../compiler/cache/digest.js";
import { buildOnce } from "./build-lock.js";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cuts-lock-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

const lockPath = () => join(directory, "tmp", `0-${digestOf("key").slice(0, 36)}`);
const nothing = () => undefined;

/** Builds `value` under the key, unless it is found; counts. */
function builder(found: () => string | undefined = nothing) {
  const build = vi.fn(async () => {
    await sleep(20);
    return "built";
  });
  const onWait = vi.fn();
  return { build, onWait, run: () => buildOnce(directory, "key", found, build, onWait) };
}

/** Puts a lock of somebody else in place. */
function lockBy(owner: object | string): void {
  mkdirSync(join(directory, "tmp"), { recursive: true });
  writeFileSync(lockPath(), typeof owner === "string" ? owner : JSON.stringify(owner));
}

/** What a lock of this very process says. */
async function ownOwner(): Promise<Record<string, unknown>> {
  let text = "{}";
  await buildOnce(directory, "key", nothing, async () => (text = readFileSync(lockPath(), "utf8")), nothing);
  return JSON.parse(text) as Record<string, unknown>;
}

describe("a build lock", () => {
  it("lets one build at a time, and the others find what it made", async () => {
    let made: string | undefined;
    const { build, onWait, run } = builder(() => made);
    build.mockImplementation(async () => {
      await sleep(30);
      return (made = "built");
    });
    expect(await Promise.all([run(), run(), run()])).toEqual(["built", "built", "built"]);
    expect(build).toHaveBeenCalledTimes(1);
    expect(onWait).toHaveBeenCalledTimes(2);
    expect(readdirSync(join(directory, "tmp"))).toEqual([]);
  });

  it("is given back when the build fails, and the next one builds", async () => {
    const { build, run } = builder();
    build.mockRejectedValueOnce(new Error("no"));
    await expect(run()).rejects.toThrow("no");
    expect(await run()).toBe("built");
  });

  it("of a process that has ended is taken over at once", async () => {
    lockBy({ ...(await ownOwner()), pid: 2 ** 22 + 1, token: "theirs" });
    const { build, run } = builder();
    expect(await run()).toBe("built");
    expect(build).toHaveBeenCalledTimes(1);
    expect(existsSync(lockPath())).toBe(false);
  });

  it.skipIf(process.platform !== "linux")(
    "of a process whose number another has now is taken over at once",
    async () => {
      lockBy({ ...(await ownOwner()), started: "1", token: "theirs" });
      expect(await builder().run()).toBe("built");
    },
  );

  it.each([
    [
      "of a machine that is not heard of any more",
      { pid: 1, started: "1", world: "elsewhere", token: "theirs" },
    ],
    ["that was never written", ""],
  ])("%s is taken over after a while, not before", async (_, owner) => {
    lockBy(owner);
    const { build, run } = builder();
    const done = run();
    await sleep(120);
    expect(build).not.toHaveBeenCalled();
    const now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
    expect(await done).toBe("built");
  });

  it("that somebody took over is not given back twice", async () => {
    await buildOnce(directory, "key", nothing, async () => lockBy("another's"), nothing);
    expect(readFileSync(lockPath(), "utf8")).toBe("another's");
  });

  it("is none where there is no cache", async () => {
    expect(await buildOnce(undefined, "key", nothing, async () => 1, nothing)).toBe(1);
  });
});
