// Checks what a whole program does outside its kernels: memory that host code touches and must not, or not yet; work of two streams on
// the same memory; errors that nobody looks at; memory that is never freed. What kernels do is checked by the device; this is told of
// their accesses, because only here is known whose work they are.

import type { CheckKind, CheckReport } from "../../../../core/check-report.js";
import { isAllowed, tellReports } from "../../../check-reports.js";
import { shownPlace } from "../../../check-text.js";
import { plural } from "../../../../core/text.js";
import type { BackendLaunch, CheckedLaunchWatch } from "../../../backend.js";
import type { Checker } from "../../checking/checker.js";
import { AddressMap, type Block, type MemoryKind } from "../cudart/address-map.js";
import { GuestMemory } from "../cudart/guest-memory.js";
import type { Operation } from "../cudart/operation.js";
import { readableSymbol } from "../../../../core/readable-symbol.js";
import type { RuntimeWatcher, WatchedStream } from "../cudart/runtime-watcher.js";
import { type HostPlace, OWN_CODE, readPlace, TOUCH_IMPORT, WATCH_EXPORTS } from "./host-place.js";
import { leakWords } from "./leak-words.js";
import { type Moment, StreamClocks } from "./stream-clocks.js";
import { TaskShadow, type Touch } from "./task-shadow.js";
import { UncheckedErrors } from "./unchecked-errors.js";
import { whyFailed } from "./why-failed.js";

/** The table of watched host code has an entry for so many bytes. */
const PAGE_BITS = 16;

/** A piece of work. */
interface Task extends Moment {
  /** "kernel add", "a copy". */
  what: string;
  readonly place: HostPlace | undefined;
  readonly streamId: number;
}

/** An allocation, with who has touched it. */
interface CheckedBlock extends Block {
  readonly place: HostPlace | undefined;
  shadow?: TaskShadow;
  /** The call that made it. */
  maker?: string;
}

const NOUNS: Readonly<Record<MemoryKind, string>> = {
  device: "device memory",
  managed: "managed memory",
  pinned: "pinned memory",
  registered: "registered memory",
  symbol: "a variable of the device",
  shared: "array",
};

const WORK: Readonly<Partial<Record<Operation["type"], string>>> = {
  memcpy: "a copy",
  memset: "a fill",
  memFree: "cudaFreeAsync",
  graph: "a graph",
  host: "a host function",
};

/** Calls after which all work that was given before is over. */
const WAITS_FOR_DEVICE =
  /^(?:cudaDeviceSynchronize|cudaThreadSynchronize|cudaDeviceReset|cudaFree(?:Host|Array|MipmappedArray)?|cuCtxSynchronize|cuMemFree(?:Host)?)(?:_v2)?$/;
/** Calls after which what was given to the default stream is over. */
const WAITS_FOR_DEFAULT = /^(?:cudaMemcpy|cuMemcpy)(?!.*Async)/;
/** Calls that a program with streams of its own has. */
const MAKES_STREAMS = /^cu(?:da)?StreamCreate/;
/** Calls that free everything. */
const RESETS = /^(?:cudaDeviceReset|cuDevicePrimaryCtxReset)/;

export class ProgramCheck implements RuntimeWatcher {
  /** What watched host code imports. */
  readonly imports = {
    [TOUCH_IMPORT]: (address: number, byteLength: number, isWrite: number, place: number): void =>
      this.#hostTouches(address >>> 0, byteLength >>> 0, isWrite !== 0, place >>> 0),
  };
  readonly seesAccesses = true;
  readonly #checker: Checker;
  readonly #guest: GuestMemory;
  readonly #clocks = new StreamClocks();
  readonly #blocks = new AddressMap(false);
  readonly #live = new Map<number, CheckedBlock>();
  /** Made by the call that is being done. */
  readonly #fresh: CheckedBlock[] = [];
  readonly #errors: UncheckedErrors;
  /** By number; 0 is nobody. */
  readonly #tasks: Task[] = [];
  readonly #places = new Map<number, HostPlace>();
  readonly #told = new Set<string>();
  /** Why the launch that is being done was refused. */
  #refusal: string | undefined;
  #current = 0;
  #lastBlock: CheckedBlock | undefined;
  /** Where watched host code has its variables; 0 before it runs. */
  #here = 0;
  #pages = 0;

  constructor(checker: Checker, memory: WebAssembly.Memory) {
    this.#checker = checker;
    this.#guest = new GuestMemory(memory);
    this.#errors = new UncheckedErrors((report) => this.#tell(report));
    this.#tasks.push({ stream: 0, count: 0, what: "nobody", place: undefined, streamId: 0 });
    checker.tellPlaces(() => {
      const place = this.#place();
      return place && shownPlace(place);
    });
  }

  /** The host code is there and about to run. */
  open(exports: WebAssembly.Instance["exports"], module: WebAssembly.Module): void {
    if (WebAssembly.Module.imports(module).some(({ name }) => MAKES_STREAMS.test(name)))
      this.#clocks.expectSeveral();
    const addressOf = (name: string): number =>
      Number((exports[name] as WebAssembly.Global | undefined)?.value ?? 0);
    this.#here = addressOf(WATCH_EXPORTS.here);
    this.#pages = addressOf(WATCH_EXPORTS.pages);
    for (const block of this.#live.values()) this.#mark(block);
  }

  /** The program is over. */
  end(isClean: boolean): void {
    this.#errors.end();
    if (!isClean) return;
    for (const block of this.#live.values()) this.#leaked(block);
  }

  called(name: string, args: readonly number[], status: number): void {
    const refusal = this.#refusal;
    this.#refusal = undefined;
    this.#errors.called(
      name,
      status,
      this.#place(),
      () => refusal ?? whyFailed(name, args, status, (address) => this.#checker.near(address)),
    );
    for (const block of this.#fresh.splice(0)) block.maker = name;
    if (status !== 0) return;
    if (WAITS_FOR_DEVICE.test(name)) this.#clocks.deviceWaited();
    else if (WAITS_FOR_DEFAULT.test(name)) this.#clocks.defaultWaited();
    if (RESETS.test(name)) this.#live.clear();
  }

  allocated(block: Block): void {
    const checked: CheckedBlock = { ...block, place: this.#place() };
    this.#blocks.add(checked);
    this.#fresh.push(checked);
    if (block.kind === "registered") this.#checker.register(block.start, block.byteLength);
    else this.#live.set(block.start, checked);
    // The host may write all other memory by functions that do not tell.
    if (block.kind === "device") this.#checker.unwritten(block.start);
    this.#mark(checked);
  }

  // The program ends its use, not the memory: it is no leak.
  keptByGraph(address: number): void {
    this.#live.delete(address);
  }

  freed(block: Block): void {
    if (this.#current !== 0) this.#touches(block.start, block.byteLength, "write");
    this.#blocks.remove(block.start);
    this.#live.delete(block.start);
    this.#lastBlock = undefined;
    if (block.kind === "registered") this.#checker.takeBack(block.start);
  }

  inStream(stream: WatchedStream, type: Operation["type"], run: () => void): void {
    const before = this.#current;
    const moment = this.#clocks.begin(stream);
    const what = WORK[type] ?? "work";
    this.#current = this.#tasks.push({ ...moment, what, place: this.#place(), streamId: stream.id }) - 1;
    try {
      run();
    } finally {
      this.#current = before;
      this.#clocks.end();
    }
  }

  touched(address: number, byteLength: number, isWrite: boolean): void {
    if (isWrite) this.#checker.written(address, byteLength);
    this.#touches(address, byteLength, isWrite ? "write" : "read");
  }

  launched(kernel: string, launch: BackendLaunch): BackendLaunch {
    const task = this.#tasks[this.#current];
    if (task !== undefined && this.#current !== 0) task.what = `kernel ${readableSymbol(kernel)}`;
    const onAccess: CheckedLaunchWatch["onAccess"] = (address, byteLength, how) =>
      this.#touches(address, byteLength, how);
    return { ...launch, watch: { what: "check", onReports: undefined, arrays: [], onAccess } };
  }

  refused(why: string): void {
    this.#refusal = why;
  }

  streamWaited(stream: WatchedStream): void {
    this.#clocks.streamWaited(stream);
  }

  eventWaited(event: number): void {
    this.#clocks.eventWaited(event);
  }

  eventRecorded(event: number): void {
    this.#clocks.eventRecorded(event);
  }

  streamAwaits(stream: WatchedStream, event: number): void {
    this.#clocks.streamAwaits(stream, event);
  }

  // Work of a stream touches memory.
  #touches(address: number, byteLength: number, how: Touch["how"]): void {
    if (this.#current === 0 || byteLength === 0) return;
    const block = this.#blockAt(address);
    if (block === undefined || (block.kind === "device" && !this.#clocks.hasSeveral)) return;
    const shadow = (block.shadow ??= new TaskShadow(block.byteLength));
    shadow.touch(address - block.start, byteLength, { task: this.#current, how }, (number) => {
      const other = this.#tasks[number] as Task;
      if (!this.#clocks.isOver(other)) this.#streamsRace(block, other, how);
    });
  }

  // Host code touches memory that the runtime has allocated, or that is near it.
  #hostTouches(address: number, byteLength: number, isWrite: boolean, placeAddress: number): void {
    if (placeAddress === OWN_CODE) {
      if (isWrite) this.#checker.written(address, byteLength);
      return;
    }
    const place = placeAddress === 0 ? this.#place() : this.#placeAt(placeAddress);
    const block = this.#blockAt(address);
    if (block === undefined || address + byteLength > block.start + block.byteLength) {
      this.#hostMisses(address, byteLength, isWrite, place);
      return;
    }
    if (block.kind === "device" || block.kind === "symbol") {
      // What a library has allocated may be Thrust's, whose references to elements of a device_vector are plain ones here.
      if (block.place?.how === "other") return;
      this.#tellHost("device-pointer", "device memory used by host code", place, {
        detail: `host code ${verb(isWrite)} ${plural(byteLength, "byte")} in ${this.#shown(block)}, which only kernels can use`,
        hint: "copy it with cudaMemcpy, or allocate it with cudaMallocManaged",
        ...accessOf(isWrite, byteLength, block),
      });
      return;
    }
    const how = isWrite ? "write" : "read";
    block.shadow?.touch(address - block.start, byteLength, { task: 0, how }, (number) => {
      const task = this.#tasks[number] as Task;
      if (!this.#clocks.isOver(task)) this.#tooEarly(block, task, byteLength, isWrite, place);
    });
  }

  #hostMisses(address: number, byteLength: number, isWrite: boolean, place: HostPlace | undefined): void {
    const object = this.#checker.near(address);
    if (object === undefined) return;
    const made = object.site === undefined ? "" : ` made at ${object.site}`;
    const shown = `the ${object.byteLength}-byte allocation${made}`;
    if (object.freed !== undefined) {
      this.#tellHost("use-after-free", `host ${isWrite ? "write" : "read"} after free`, place, {
        detail: `host code ${verb(isWrite)} ${plural(byteLength, "byte")} in ${shown}, which was freed at ${object.freed}`,
        hint: "free memory after the last use of it",
      });
      return;
    }
    const past = address - object.base - object.byteLength;
    this.#tellHost("out-of-bounds", `host ${isWrite ? "write" : "read"} out of bounds`, place, {
      detail: `host code ${verb(isWrite)} ${plural(byteLength, "byte")} ${past < 0 ? "over" : `${plural(past, "byte")} past`} the end of ${shown}`,
      hint: "check the index against the size of the allocation",
    });
  }

  #tooEarly(
    block: CheckedBlock,
    task: Task,
    byteLength: number,
    isWrite: boolean,
    place: HostPlace | undefined,
  ): void {
    this.#tellHost(
      "missing-sync",
      `host ${isWrite ? "write" : "read"} before work on the device is over`,
      place,
      {
        detail: `host code ${verb(isWrite)} ${plural(byteLength, "byte")} in ${this.#shown(block)}, which ${shownTask(task)} may still be using`,
        hint: "wait before: cudaDeviceSynchronize(), or cudaStreamSynchronize(stream)",
        ...accessOf(isWrite, byteLength, block),
      },
    );
  }

  #streamsRace(block: CheckedBlock, other: Task, how: Touch["how"]): void {
    const task = this.#tasks[this.#current] as Task;
    const key = `${task.place && shownPlace(task.place)} ${other.place && shownPlace(other.place)}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const verbs = { read: "reads", write: "writes", atomic: "updates" } as const;
    this.#tellHost("stream-race", "race between two streams", task.place, {
      detail: `${task.what} (stream ${task.streamId}) ${task.what === "cudaFreeAsync" ? "frees" : verbs[how]} ${this.#shown(block)}, while ${shownTask(other)} (stream ${other.streamId}) may be using it`,
      hint: "order them: cudaEventRecord in one stream and cudaStreamWaitEvent in the other, or use one stream",
      space: "global",
    });
  }

  #leaked(block: CheckedBlock): void {
    // What libraries keep for themselves is not the program's to free.
    if (block.place?.how !== "cuda" && block.place?.how !== "ignored") return;
    const { noun, detail, hint } = leakWords(block.maker, block.byteLength, NOUNS[block.kind]);
    this.#tellHost("leak", `leaked ${noun}`, block.place, {
      detail,
      hint,
      allocation: { byteLength: block.byteLength, site: shownPlace(block.place) },
    });
  }

  #tellHost(
    kind: CheckKind,
    message: string,
    place: HostPlace | undefined,
    more: Pick<CheckReport, "detail" | "hint"> & Partial<CheckReport>,
  ): void {
    const { file, line, column, text } = place ?? { file: "the program", line: 0, column: 0, text: "" };
    this.#tell({
      kind,
      message,
      file,
      line,
      column,
      ...(text ? { text } : {}),
      kernel: "",
      count: 1,
      ...more,
    });
  }

  #tell(report: CheckReport): void {
    if (!isAllowed(report, report.kind)) tellReports([report]);
  }

  #blockAt(address: number): CheckedBlock | undefined {
    const last = this.#lastBlock;
    if (last !== undefined && address >= last.start && address < last.start + last.byteLength) return last;
    return (this.#lastBlock = this.#blocks.find(address) as CheckedBlock | undefined);
  }

  #shown({ byteLength, kind, place }: CheckedBlock): string {
    const noun = kind === "device" ? "device" : kind;
    return `the ${byteLength}-byte ${noun} allocation${place === undefined ? "" : ` made at ${shownPlace(place)}`}`;
  }

  // Where the program was when it called last.
  #place(): HostPlace | undefined {
    return this.#here === 0 ? undefined : this.#placeAt(this.#guest.u32(this.#here));
  }

  #placeAt(address: number): HostPlace | undefined {
    if (address === 0) return undefined;
    let place = this.#places.get(address);
    if (place === undefined) {
      place = readPlace(this.#guest.text(address));
      this.#places.set(address, place);
    }
    return place;
  }

  // Host code tells of these pages from now on.
  #mark({ start, byteLength }: Block): void {
    if (this.#pages === 0) return;
    const first = start >>> PAGE_BITS;
    const last = (start + byteLength) >>> PAGE_BITS;
    this.#guest.range(this.#pages + first, last - first + 1).fill(1);
  }
}

function verb(isWrite: boolean): string {
  return isWrite ? "writes" : "reads";
}

function accessOf(isWrite: boolean, byteLength: number, block: CheckedBlock): Partial<CheckReport> {
  const site = block.place === undefined ? {} : { site: shownPlace(block.place) };
  return {
    access: isWrite ? "write" : "read",
    byteLength,
    space: "global",
    allocation: { byteLength: block.byteLength, ...site },
  };
}

function shownTask({ what, place }: Task): string {
  return place === undefined ? what : `${what}, issued at ${shownPlace(place)},`;
}
