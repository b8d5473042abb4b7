// The disk cache in front of every compiler. A hit reads one file, or two and the hashes of the included files, and starts no compiler.
// If something is wrong with the cache directory, one warning says so and compiling goes on.

import { lazy } from "../../core/lazy.js";
import type { ErrorCode } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import { currentDirectory, homeFolder, platform, variable } from "../../host/environment.js";
import { makeFolder } from "../../host/files.js";
import { warn } from "../../host/own-process.js";
import { digestOf } from "./digest.js";
import { EntryFiles } from "./entry-files.js";
import { type EntryTotals, removeAll, sweep, sweepIsDue, totalsOf } from "./eviction.js";
import { type FileRead, statesAfterCompile } from "./files-read.js";
import { type CompileRequest, type FileState, type RequestKey, requestKey } from "./key.js";
import { findKept, keep, keptFileName } from "./kept-files.js";
import { completeObjectCode, type ObjectCode, type PartialObjectCode } from "./object-code.js";
import { type EntryWrite, findObject, writesFor } from "./object-store.js";
import { directoryState } from "./private-directory.js";
import { type CacheSettings, settingNames, settingsFrom } from "./settings.js";

/** What a compiler hands over: its output and every file it read from disk to make it. */
export interface Compilation extends PartialObjectCode {
  /** Left out only when the compiler read no file. A file missing here is a wrong hit later. */
  readonly files?: readonly FileRead[];
}

/** How a look-up goes. */
export interface LookUpOptions {
  /** Compile even if there is an entry, and replace it: for code that a driver has refused to load. */
  readonly force?: boolean;
}

/** What can be set when a cache is opened; the rest comes from the environment. */
export interface OpenCacheOptions {
  /** Overrides `CUTS_CACHE_DIR` and the platform's place for caches. */
  readonly directory?: string;
  /** Overrides `CUTS_CACHE_SIZE`. */
  readonly maxByteLength?: number;
  /** Overrides `CUTS_CACHE`. */
  readonly enabled?: boolean;
  /** Gets each kind of trouble once. The default is `process.emitWarning`. */
  readonly onWarning?: (message: string) => void;
}

/** Opens a cache. Nothing is read or made on disk until it is used. */
export function openCache(options: OpenCacheOptions = {}): CompileCache {
  const { onWarning = warnProcess, directory, maxByteLength, enabled } = options;
  const environment = Object.fromEntries(settingNames.map((name) => [name, variable(name)]));
  if (directory !== undefined) environment["CUTS_CACHE_DIR"] = directory;
  if (maxByteLength !== undefined) environment["CUTS_CACHE_SIZE"] = String(maxByteLength);
  if (enabled !== undefined) environment["CUTS_CACHE"] = enabled ? "1" : "0";
  return new CompileCache(settingsFrom(environment, platform, homeFolder(), currentDirectory()), onWarning);
}

/** The cache that all compilers of this process share, set up by the environment when it is first asked for. */
export const defaultCache: () => CompileCache = lazy(openCache);

/** One cache directory, shared with any number of other processes. */
export class CompileCache {
  /** Absolute; undefined if there is no place for one. */
  readonly directory: string | undefined;
  readonly maxByteLength: number;
  readonly #enabled: boolean;
  readonly #onWarning: (message: string) => void;
  readonly #warned = new Set<string>();
  readonly #pending = new Map<string, Promise<ObjectCode>>();
  #entries: EntryFiles | undefined;
  #sweep: Promise<void> | undefined;
  #sweepDue = false;

  constructor(settings: CacheSettings, onWarning: (message: string) => void) {
    this.directory = settings.directory;
    this.maxByteLength = settings.maxByteLength;
    this.#enabled = settings.enabled;
    this.#onWarning = onWarning;
    for (const problem of settings.problems) this.#onWarning(problem);
  }

  /** Why nothing is read or written; undefined if the cache works. */
  get offReason(): string | undefined {
    if (!this.#enabled) return "CUTS_CACHE is 0";
    if (this.directory === undefined) return "there is no home directory and CUTS_CACHE_DIR is not set";
    const state = directoryState(this.directory);
    return typeof state === "object" ? state.refusal : undefined;
  }

  /** The object code of a request if it was compiled before and the files that it read have not changed since. */
  findSync(request: CompileRequest): ObjectCode | undefined {
    return this.#find(requestKey(request));
  }

  /**
   * The object code of a request, compiled if necessary. Equal requests that arrive meanwhile wait for the same compilation. An
   * error of `compile` is thrown, and nothing is stored.
   */
  async getOrCompile(
    request: CompileRequest,
    compile: () => Promise<Compilation> | Compilation,
    { force = false }: LookUpOptions = {},
  ): Promise<ObjectCode> {
    const key = requestKey(request);
    const found = force ? undefined : this.#find(key);
    if (found !== undefined) return found;

    let pending = this.#pending.get(key.text);
    if (pending === undefined) {
      pending = this.#compile(key, request, compile).finally(() => this.#pending.delete(key.text));
      this.#pending.set(key.text, pending);
    }
    return pending;
  }

  /** The same with a compiler that blocks. */
  getOrCompileSync(
    request: CompileRequest,
    compile: () => Compilation,
    { force = false }: LookUpOptions = {},
  ): ObjectCode {
    const key = requestKey(request);
    const found = force ? undefined : this.#find(key);
    if (found !== undefined) return found;

    const startedAtMs = Date.now();
    const compilation = compile();
    const object = completeObjectCode(compilation);
    const entries = this.#usableEntries({ make: true });
    if (entries !== undefined) {
      const files = statesAfterCompile(compilation.files ?? [], request.directory, startedAtMs);
      try {
        for (const write of this.#writes(entries, key, files, object))
          entries.writeSync(write.key, write.bytes);
      } catch (error) {
        this.#warnAboutWrite(error);
      }
    }
    return object;
  }

  /**
   * Stores bytes as a file of their own, for loaders that need a path, and returns the path; undefined if the cache is off or cannot
   * be written. The last part of the path is the name that {@link findFile} takes.
   */
  async keepFile(label: string, extension: string, bytes: Uint8Array): Promise<string | undefined> {
    const entries = this.#usableEntries({ make: true });
    if (entries === undefined || this.directory === undefined) return undefined;
    const digest = digestOf(bytes);
    const fileName = keptFileName(label, digest, extension);
    const found = this.findFile(fileName);
    if (found !== undefined) return found;
    try {
      const path = await keep(this.directory, fileName, bytes);
      if (sweepIsDue(digest, bytes.byteLength, this.maxByteLength)) this.#startSweep(entries);
      return path;
    } catch (error) {
      this.#warnAboutWrite(error);
      return undefined;
    }
  }

  /** The path of a file that was kept, if it is still there and unchanged. */
  findFile(fileName: string): string | undefined {
    const isUsable = this.#usableEntries({ make: false }) !== undefined && this.directory !== undefined;
    return isUsable ? findKept(this.directory, fileName, Date.now()) : undefined;
  }

  /** Number and size of the entries on disk. */
  async statistics(): Promise<EntryTotals> {
    return totalsOf((await this.#usableEntries({ make: false })?.list()) ?? []);
  }

  /** Removes every entry and returns what was removed. Other processes may use the cache meanwhile. */
  async clear(): Promise<EntryTotals> {
    const entries = this.#usableEntries({ make: false });
    return entries === undefined ? totalsOf([]) : removeAll(entries, Date.now());
  }

  /** Settles when no sweep is running in the background. */
  async idle(): Promise<void> {
    await this.#sweep;
  }

  #find(key: RequestKey): ObjectCode | undefined {
    const entries = this.#usableEntries({ make: false });
    return entries === undefined ? undefined : findObject(entries, key);
  }

  async #compile(
    key: RequestKey,
    request: CompileRequest,
    compile: () => Promise<Compilation> | Compilation,
  ): Promise<ObjectCode> {
    const startedAtMs = Date.now();
    const compilation = await compile();
    const object = completeObjectCode(compilation);
    const entries = this.#usableEntries({ make: true });
    if (entries !== undefined) {
      const files = statesAfterCompile(compilation.files ?? [], request.directory, startedAtMs);
      try {
        for (const write of this.#writes(entries, key, files, object))
          await entries.write(write.key, write.bytes);
      } catch (error) {
        this.#warnAboutWrite(error);
      }
    }
    return object;
  }

  /** What has to be written for a compilation; a sweep follows when one is due. */
  *#writes(
    entries: EntryFiles,
    key: RequestKey,
    files: readonly FileState[] | undefined,
    object: ObjectCode,
  ): Generator<EntryWrite> {
    // A header was edited while the compiler ran, so it is not known which text the compiler saw.
    if (files === undefined) return;
    const writes = writesFor(entries, key, files, object);
    const { byteLength } = writes[0].bytes;
    if (byteLength > this.maxByteLength) {
      this.#warnOnce(
        "size",
        `Cannot cache a compilation: an entry must fit in the cache, which holds ${formatByteSize(this.maxByteLength)} ` +
          `(got ${formatByteSize(byteLength)})\nTry: a larger CUTS_CACHE_SIZE`,
      );
      return;
    }
    yield* writes;
    if (sweepIsDue(writes[0].key, byteLength, this.maxByteLength)) this.#startSweep(entries);
  }

  /** The files of the cache if it may be used, and exists or may be made. */
  #usableEntries({ make }: { readonly make: boolean }): EntryFiles | undefined {
    if (this.#entries !== undefined) return this.#entries;
    if (!this.#enabled || this.directory === undefined) return undefined;
    let state = directoryState(this.directory);
    if (state === "missing" && make) {
      try {
        makeFolder(this.directory, 0o700);
      } catch (error) {
        this.#warnAboutWrite(error);
        return undefined;
      }
      state = directoryState(this.directory);
    }
    if (typeof state === "object") this.#warnOnce("directory", state.refusal);
    if (state !== "usable") return undefined;
    this.#entries = new EntryFiles(this.directory);
    return this.#entries;
  }

  #startSweep(entries: EntryFiles): void {
    this.#sweepDue = true;
    this.#sweep ??= this.#sweepWhileDue(entries).finally(() => {
      this.#sweep = undefined;
    });
  }

  /** What is stored during a sweep may have come too late for it; then one more follows. */
  async #sweepWhileDue(entries: EntryFiles): Promise<void> {
    while (this.#sweepDue) {
      this.#sweepDue = false;
      await sweep(entries, this.maxByteLength, Date.now());
    }
  }

  #warnAboutWrite(error: unknown): void {
    this.#warnOnce(
      "write",
      `Cannot write the compile cache at ${this.directory}: ${error instanceof Error ? error.message : String(error)}; ` +
        `compilations go on without it\nTry: CUTS_CACHE_DIR for another place, or CUTS_CACHE=0 for no cache`,
    );
  }

  #warnOnce(kind: string, message: string): void {
    if (this.#warned.has(kind)) return;
    this.#warned.add(kind);
    this.#onWarning(message);
  }
}

function warnProcess(message: string): void {
  warn(message, "CUTS_CACHE_WARNING" satisfies ErrorCode);
}
