// Copies and fills of the cpu device. The main thread does small ones if nothing is before them; others are jobs of the workers. Only
// the main thread can copy from and to host memory. It copies in pieces, and the event loop runs between them.

import type { Work } from "../backend.js";
import { checkStillThere } from "../host-bytes.js";
import { JobCommand } from "./job-command.js";
import { checkResult } from "./launch-errors.js";
import type { Job, JobResult } from "./machine/lane.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import { MEMORY_FIELDS, PATTERN_BYTES } from "./memory-module.js";

/** Bytes that the main thread may copy at once: more would take longer than giving them to the workers. */
export const LARGE_BYTES = 1024 * 1024;
/** Bytes of a block of the workers. */
const BLOCK_BYTES = 256 * 1024;
/** How long the event loop stands at most for a piece of a copy. */
const TURN_MS = 8;

/** What copies need of their device. */
export interface MemoryHost {
  readonly memory: LinearMemory;
  /** The module of copies and fills, as the workers know it. */
  memoryModuleId(): number;
}

abstract class MemoryCommand extends JobCommand {
  readonly #host: MemoryHost;
  protected readonly to: number;
  protected readonly byteLength: number;

  constructor(host: MemoryHost, to: number, byteLength: number, work: Work) {
    super(host.memory, work);
    this.#host = host;
    this.to = to;
    this.byteLength = byteLength;
  }

  protected abstract readonly symbol: string;
  protected abstract readonly pieceBytes: number;
  protected abstract writeSource(address: number): void;
  protected abstract copyNow(): void;

  runNow(): boolean {
    if (this.byteLength > LARGE_BYTES) return false;
    this.copyNow();
    return true;
  }

  protected job(): Job {
    return {
      moduleId: this.#host.memoryModuleId(),
      symbol: this.symbol,
      totalBlocks: Math.max(1, Math.ceil(this.byteLength / this.pieceBytes)),
      sharedBytes: 0,
      contextBytes: 0,
      cooperative: false,
      isGuarded: false,
      timeoutMs: 0,
    };
  }

  protected get launchBytes(): number {
    return MEMORY_FIELDS.byteSize;
  }

  protected writeLaunch(address: number): void {
    const { memory } = this.#host;
    putWord(memory, address + MEMORY_FIELDS.to, this.to);
    putWord(memory, address + MEMORY_FIELDS.byteLength, this.byteLength);
    putWord(memory, address + MEMORY_FIELDS.pieceBytes, this.pieceBytes);
    this.writeSource(address);
  }

  protected check(result: JobResult): void {
    checkResult(`a ${this.symbol} of memory`, result, 0);
  }
}

export class CopyCommand extends MemoryCommand {
  protected readonly symbol = "copy";
  protected readonly pieceBytes: number;
  readonly #memory: LinearMemory;
  readonly #from: number;

  constructor(host: MemoryHost, to: number, from: number, byteLength: number, work: Work) {
    super(host, to, byteLength, work);
    this.#memory = host.memory;
    this.#from = from;
    // Ranges that overlap are one piece.
    this.pieceBytes = Math.abs(to - from) < byteLength ? byteLength : BLOCK_BYTES;
  }

  protected writeSource(address: number): void {
    putWord(this.#memory, address + MEMORY_FIELDS.from, this.#from);
  }

  protected copyNow(): void {
    copyBytes(this.#memory, this.to, this.#from, this.byteLength);
  }
}

export class FillCommand extends MemoryCommand {
  protected readonly symbol = "fill";
  protected readonly pieceBytes = BLOCK_BYTES;
  readonly #memory: LinearMemory;
  readonly #pattern: Uint8Array;

  constructor(host: MemoryHost, address: number, pattern: Uint8Array, count: number, work: Work) {
    super(host, address, pattern.length * count, work);
    this.#memory = host.memory;
    this.#pattern = pattern;
  }

  protected writeSource(address: number): void {
    fillBytes(this.#memory.view(address + MEMORY_FIELDS.pattern, PATTERN_BYTES), this.#pattern);
  }

  protected copyNow(): void {
    fillBytes(this.#memory.view(this.to, this.byteLength), this.#pattern);
  }
}

function putWord(memory: LinearMemory, address: number, value: number): void {
  const words = memory.words();
  words[address >>> 2] = value;
  words[(address >>> 2) + 1] = value / 2 ** 32;
}

/** Copies inside the memory, now. */
export function copyBytes(memory: LinearMemory, to: number, from: number, byteLength: number): void {
  memory.bytes().copyWithin(to, from, from + byteLength);
}

/** Repeats a pattern, now. */
export function fillBytes(target: Uint8Array, pattern: Uint8Array): void {
  if (pattern.every((b) => b === pattern[0])) {
    target.fill(pattern[0] as number);
    return;
  }
  target.set(pattern.subarray(0, Math.min(pattern.length, target.length)));
  // Doubling what is there already keeps this at memcpy speed.
  for (let done = pattern.length; done < target.length; done *= 2) {
    target.copyWithin(done, 0, Math.min(done, target.length - done));
  }
}

/**
 * Copies between two arrays of the same length, asked for anew for each piece: as the work of a command, which returns
 * false while there is more to do.
 */
export function pacedCopy(
  byteLength: number,
  target: () => Uint8Array,
  source: () => Uint8Array,
): (timeMs: number, isBlocking: boolean) => boolean {
  let done = 0;
  return (_timeMs, isBlocking) => {
    const begin = performance.now();
    for (;;) {
      const end = isBlocking ? byteLength : Math.min(byteLength, done + LARGE_BYTES);
      copyPart(target(), source(), done, end, byteLength);
      done = end;
      if (done === byteLength) return true;
      if (performance.now() - begin > TURN_MS) return false;
    }
  };
}

function copyPart(
  target: Uint8Array,
  source: Uint8Array,
  start: number,
  end: number,
  byteLength: number,
): void {
  for (const bytes of [target, source]) checkStillThere(bytes, byteLength, "cpu");
  if (start === 0 && end === byteLength) target.set(source);
  else target.subarray(start, end).set(source.subarray(start, end));
}
