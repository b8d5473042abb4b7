// Lets only one process build the same thing at a time, among all processes that share a cache. The lock only saves work: files
// are renamed into place, so two builders at once are slower, never wrong. So a waiting process may take over early: when the
// owner is dead, or has not updated its lock file for some seconds, on whatever machine.
//
// A lock is a temporary file of the cache; the cache's sweep removes abandoned ones.

import { lazy } from "../../core/lazy.js";
import { mkdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPlainText } from "../../host/plain-files.js";
import { digestOf } from "../../compiler/cache/digest.js";

interface Owner {
  readonly pid: number;
  /** Tells this process from a later one with its number. */
  readonly started: string;
  /** The machine and, on Linux, the world of process numbers. */
  readonly world: string;
  /** Tells two locks of one process apart. */
  readonly token: string;
}

const pollMs = 50;
const beatMs = 1000;
/** An owner that has not touched its lock for so long is gone, or as good as. */
const silentMs = 10_000;

/**
 * Runs `build` while no other process runs one under the same key, or returns what `find` finds once the other is done.
 * @param directory the cache's; undefined where there is none, and then nothing is locked.
 * @param find looks for the finished thing; it is asked again after every wait.
 * @param onWait is told once that another builds.
 */
export async function buildOnce<T>(
  directory: string | undefined,
  key: string,
  find: () => T | undefined,
  build: () => Promise<T>,
  onWait: () => void,
): Promise<T> {
  const lock = directory === undefined ? undefined : new BuildLock(directory, key);
  for (let waits = 0; ; waits++) {
    const found = find();
    if (found !== undefined) return found;
    if (lock === undefined) return build();
    if (lock.take()) break;
    if (waits === 0) onWait();
    await lock.released();
  }
  const beat = setInterval(() => lock.touch(), beatMs);
  beat.unref();
  try {
    // Between the look and the lock another may have finished.
    return find() ?? (await build());
  } finally {
    clearInterval(beat);
    lock.release();
  }
}

class BuildLock {
  readonly #path: string;
  readonly #folder: string;
  readonly #text: string;

  constructor(directory: string, key: string) {
    this.#folder = join(directory, "tmp");
    this.#path = join(this.#folder, `0-${digestOf(key).slice(0, 36)}`);
    this.#text = JSON.stringify({ ...self(), token: crypto.randomUUID() } satisfies Owner);
  }

  /** Whether the lock is ours now. A cache that cannot be written has no locks: then everybody builds. */
  take(): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#path, this.#text, { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "EEXIST";
    }
  }

  /** Shows that the owner lives. */
  touch(): void {
    try {
      utimesSync(this.#path, new Date(), new Date());
    } catch {
      // Somebody took it over: then two build, and both are right.
    }
  }

  release(): void {
    if (read(this.#path) === this.#text) remove(this.#path);
  }

  /** Settles when nobody holds the lock; one whose owner is gone is removed. */
  async released(): Promise<void> {
    let seen: number | undefined;
    let seenAt = performance.now();
    for (;;) {
      const text = read(this.#path);
      const touched = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs;
      if (text === undefined || touched === undefined) return;
      // Times of files are compared with each other, never with a clock: the other's may go wrong.
      if (touched !== seen) [seen, seenAt] = [touched, performance.now()];
      if (isDead(text) || performance.now() - seenAt > silentMs) {
        if (read(this.#path) === text) remove(this.#path);
        return;
      }
      await sleep(pollMs);
    }
  }
}

/** Whether the owner of a lock has certainly ended. */
function isDead(text: string): boolean {
  let owner: Owner;
  try {
    owner = JSON.parse(text) as Owner;
  } catch {
    // Its owner is about to write it, or died before it could: time tells.
    return false;
  }
  if (owner.world !== self().world) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  return startOf(owner.pid) !== owner.started;
}

const self = lazy(
  (): Omit<Owner, "token"> => ({ pid: process.pid, started: startOf(process.pid), world: worldOf() }),
);

function worldOf(): string {
  // Containers number their processes anew, and may share a name and a cache.
  let namespace = "";
  try {
    namespace = process.getBuiltinModule("node:fs").readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux.
  }
  return `${hostname()} ${namespace}`;
}

/** When a process began, where the system tells; the same text for the same process always. */
function startOf(pid: number): string {
  const text = read(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may hold anything; the 22nd is the time.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function read(path: string): string | undefined {
  try {
    return readPlainText(path);
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else was quicker.
  }
}
