// The connection between JavaScript and the embedded interpreter (include/cuts/python/bridge.py). A request is written to shared
// memory, then an entry point of Python is called: on this thread, which waits, or on Python's own worker thread, one request
// after the other.

import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { CutsError, UnsupportedError } from "../../core/errors.js";
import { closeLifetime, Lifetime, openLifetime } from "../../host/garbage.js";
import { packageFolder } from "../../host/assets.js";
import { callback } from "../../ffi/dlopen.js";
import { type Door, openDoor, readMemory } from "../../ffi/foreign-objects.js";
import { addressOf } from "../../ffi/memory.js";
import { currentDevice, currentStream } from "../../runtime/devices/devices.js";
import { type FoundPython, findPython } from "./find-python.js";
import { retainStorage, type RetainedStorage } from "../../runtime/order/native-use.js";
import type { Storage } from "../../runtime/memory/storage.js";
import { startPython } from "./libpython.js";
import { MarshalReader, MarshalWriter, readMarshal } from "./marshal.js";
import { PythonError } from "./python-error.js";
import { Values } from "./values.js";

const REQUEST_BYTES = 1 << 16;
const ANSWER_BYTES = 1 << 16;
/** How often what Python prints is looked at while it works on its own thread. */
const LOOK_MS = 50;
/** How often references that were dropped here are released in Python, if no other request does it. */
const RELEASE_MS = 1000;

/** Where Python's output goes. */
export interface PythonOutput {
  stdout(text: string): void;
  stderr(text: string): void;
}

/** The operations of bridge.py. */
export type Operation =
  | "call"
  | "raw"
  | "get"
  | "set"
  | "import"
  | "run"
  | "wrap"
  | "index"
  | "setIndex"
  | "enter"
  | "exit"
  | "iterator"
  | "iterate"
  | "text"
  | "repr"
  | "length"
  | "dir";

interface Doors {
  readonly step: Door;
  readonly submit: Door;
  readonly collect: Door;
  readonly drain: Door;
  readonly serve: Door;
}

/** A call of an object with plain values, among the operations of bridge.py. */
const PLAIN_CALL = 0;
/** Stands for an absent stream; -1 has another meaning, that nobody should wait. */
const NO_STREAM = -2;
/** How deep JavaScript and Python may call each other: each level takes some 8 KB of the stack, of which V8 has 984. */
const MOST_LEVELS = 100;
/** Where in the control words the work is counted that was given to memory which Python has. */
const USES = 4;
/** What an entry point returns if the answer is None. */
const NONE = 0;

export class Bridge {
  readonly python: FoundPython;
  readonly values: Values;
  output: PythonOutput;
  readonly #control = new BigUint64Array(8);
  readonly #halves = new Uint32Array(this.#control.buffer);
  readonly #request = Buffer.from(new ArrayBuffer(REQUEST_BYTES));
  readonly #answer = Buffer.from(new ArrayBuffer(ANSWER_BYTES));
  readonly #writer = new MarshalWriter(this.#request);
  readonly #special = (tag: string, items: readonly unknown[]): unknown => this.values.read(tag, items);
  readonly #reader = new MarshalReader(this.#answer, this.#special);
  readonly #doors: Doors;
  /** Python objects that nothing here refers to, to be released in Python. */
  #dead: number[] = [];
  #willRelease = false;
  /** How many calls are under way on this thread, one within the other. */
  #depth = 0;
  /** Requests for the worker thread: the first is with it. */
  readonly #waiting: { readonly start: () => void }[] = [];
  readonly #ends = new Map<number, () => void>();
  #nextJob = 1;
  #looks: NodeJS.Timeout | undefined;
  /** The last answer to a question of Python's, which it reads after the call. */
  #reply: Buffer = Buffer.alloc(0);
  readonly #callbacks: readonly object[];

  constructor(python: FoundPython, output: PythonOutput) {
    this.python = python;
    this.output = output;
    this.values = new Values(this);
    const started = startPython(python);
    const ask = callback(
      "int64_t(uint64_t question, uint64_t length, uint64_t place)",
      (question: unknown, length: unknown, place: unknown) =>
        BigInt(this.#ask(BigInt(question as number), Number(length), Number(place))),
    );
    const done = callback("void(uint32_t job)", (job: unknown) => this.#done(Number(job)));
    // An array by DLPack, which is asked for often and must cost little. No stream is NO_STREAM.
    const struct = callback(
      "int64_t(uint32_t array, int64_t stream, uint32_t want)",
      (array: unknown, stream: unknown, want: unknown) => {
        const handle = Number(stream) === NO_STREAM ? null : (stream as bigint);
        return this.values.dlpackStruct(array as number, handle, want as number);
      },
    );
    // Other threads of Python have questions.
    const knock = callback("void(void)", () => void this.#doors.serve(0, 0));
    this.#callbacks = [ask, done, struct, knock];
    const place = JSON.stringify(join(packageFolder(), "include/cuts/python/bridge.py"));
    const numbers = [
      addressOf(this.#control),
      addressOf(this.#request),
      REQUEST_BYTES,
      addressOf(this.#answer),
      ANSWER_BYTES,
      ask.pointer,
      done.pointer,
      struct.pointer,
      knock.pointer,
    ];
    started.run(
      `import sys, types
bridge = types.ModuleType("cuts_bridge")
bridge.__file__ = ${place}
sys.modules["cuts_bridge"] = bridge
with open(bridge.__file__, encoding="utf-8") as source:
    exec(compile(source.read(), bridge.__file__, "exec"), bridge.__dict__)
bridge._open(${numbers.join(", ")})
for place, address in enumerate(bridge._addresses()):
    bridge._control[place] = address
`,
      "start Python",
    );
    const [step = 0n, submit = 0n, collect = 0n, drain = 0n, serve = 0n] = this.#control;
    this.#doors = {
      step: openDoor(step, 2),
      submit: openDoor(submit, 3),
      collect: openDoor(collect, 2),
      drain: openDoor(drain, 2),
      serve: openDoor(serve, 2),
    };
    this.#control.fill(0n);
    process.once("exit", () => this.#atExit());
  }

  /** The callbacks that Python calls; they live as long as the interpreter. */
  get callbacks(): readonly object[] {
    return this.#callbacks;
  }

  /** Runs an operation on this thread, which blocks. */
  callSync(operation: Operation, ...args: readonly unknown[]): unknown {
    if (this.#depth === MOST_LEVELS) throw tooDeep();
    const writer = this.#writer;
    writer.restart(this.#request);
    const storages = this.#writeRequest(writer, operation, args);
    for (const storage of storages) storage.settleSync();
    return this.#step(writer);
  }

  /** Calls an object with plain values on this thread, by a fast path. */
  callPlain(id: number, args: readonly unknown[]): unknown {
    if (this.#depth === MOST_LEVELS) throw tooDeep();
    const writer = this.#writer;
    writer.restart(this.#request);
    writer.begin("tuple", 4);
    writer.number(PLAIN_CALL);
    writer.numberOrNone(this.#stream());
    writer.begin("tuple", 2);
    writer.number(id);
    writer.begin("list", args.length);
    for (const value of args) writer.write(value);
    writer.list(this.#takeDead());
    return this.#step(writer);
  }

  #step(writer: MarshalWriter): unknown {
    for (const storage of this.values.takeBusy()) settleQuietly(storage);
    this.values.beforeCall();
    const isHere = writer.bytes === this.#request;
    this.#depth++;
    const length = isHere
      ? this.#doors.step(0, 0)
      : this.#doors.step(Number(addressOf(writer.bytes)), writer.length);
    this.#depth--;
    return this.#read(length);
  }

  noteUse(): void {
    this.#halves[USES] = (this.#halves[USES] as number) + 1;
  }

  /** Runs an operation on Python's own thread, after earlier ones. Its arrays are retained until it ends. */
  async call(operation: Operation, ...args: readonly unknown[]): Promise<unknown> {
    const writer = new MarshalWriter(Buffer.from(new ArrayBuffer(1024)));
    const storages = this.#writeRequest(writer, operation, args);
    const holds = [...storages].map((storage) => retainStorage(storage, "write"));
    try {
      const job = await this.#run(writer, holds);
      return this.#read(this.#doors.collect(job, 0));
    } finally {
      for (const hold of holds) hold.release();
    }
  }

  async #run(writer: MarshalWriter, holds: readonly RetainedStorage[]): Promise<number> {
    const job = this.#nextJob++;
    const { promise, resolve } = withResolvers();
    const entry = { start: resolve };
    this.#waiting.push(entry);
    if (this.#waiting.length > 1) await promise;
    try {
      await Promise.all([...holds.map(({ ready }) => ready), ...this.#keptIsReady()]);
      const end = withResolvers();
      this.#ends.set(job, end.resolve);
      this.#looks ??= setInterval(() => this.#drain(), LOOK_MS);
      this.values.beforeCall();
      this.#doors.submit(job, Number(addressOf(writer.bytes)), writer.length);
      await end.promise;
    } finally {
      this.#waiting.shift();
      this.#waiting[0]?.start();
      if (this.#waiting.length === 0) {
        clearInterval(this.#looks);
        this.#looks = undefined;
      }
    }
    return job;
  }

  /** Waits, before a call, for the work on arrays that Python has kept. A failure is not thrown here but when the array is read. */
  #keptIsReady(): Promise<void>[] {
    return this.values.takeBusy().map((storage) => {
      const hold = retainStorage(storage, "write");
      const release = (): void => hold.release();
      return hold.ready.then(release, release);
    });
  }

  /** The worker thread has done a request; it is waiting for this to return. */
  #done(job: number): void {
    const end = this.#ends.get(job);
    this.#ends.delete(job);
    end?.();
  }

  #writeRequest(writer: MarshalWriter, operation: string, args: readonly unknown[]): ReadonlySet<Storage> {
    const storages = new Set<Storage>();
    writer.begin("tuple", 4);
    writer.text(operation);
    writer.write(this.#stream());
    writer.begin("tuple", args.length);
    this.values.writeAll(writer, args, storages);
    writer.write(this.#takeDead());
    return storages;
  }

  /** The stream that arrays of a GPU are to be ready on. */
  #stream(): number | null {
    const device = currentDevice();
    const streams = device.backend.exchange?.streams ?? null;
    return streams === null ? null : Number(streams.handle(currentStream(device).backendStream));
  }

  #takeDead(): number[] | null {
    if (this.#dead.length === 0) return null;
    const dead = this.#dead;
    this.#dead = [];
    return dead;
  }

  #read(length: number): unknown {
    const answer = length === NONE ? undefined : this.#answerOf(length);
    this.values.afterCall();
    if (this.#control[1] !== 0n) this.#drain();
    if (answer === undefined) return null;
    if (answer[0] === 1) return answer[1];
    const [, type, message, traceback, number] = answer as [0, string, string, string, number];
    const cause = this.values.takeError(number);
    throw new PythonError(type, message, traceback, cause === undefined ? undefined : { cause });
  }

  #answerOf(length: number): readonly unknown[] {
    if (length > 0) return this.#reader.restart().read() as unknown[];
    return readMarshal(this.#bytesOf(length), this.#special) as unknown[];
  }

  #bytesOf(length: number): Buffer {
    if (length >= 0) return this.#answer.subarray(0, length);
    const memory = Buffer.from(new ArrayBuffer(-length));
    readMemory(this.#control[0] as bigint, Number(addressOf(memory)), -length);
    return memory;
  }

  /** Writes what was printed, and lets go of what Python has let go of. */
  #drain(): void {
    const length = this.#doors.drain(0, 0);
    if (length === 0) return;
    const [released, texts] = readMarshal(this.#bytesOf(length), () => undefined) as [
      number[],
      [number, string][],
    ];
    for (const id of released) this.values.release(id);
    for (const [number, text] of texts) {
      if (number === 2) this.output.stderr(text);
      else this.output.stdout(text);
    }
  }

  /** Answers a question of Python's, on this thread. Returns how long the answer is. */
  #ask(question: bigint, length: number, place: number): number {
    const memory = Buffer.from(new ArrayBuffer(length));
    readMemory(question, Number(addressOf(memory)), length);
    const writer = new MarshalWriter(Buffer.from(new ArrayBuffer(256)));
    this.values.answer(memory, writer);
    this.#reply = writer.bytes;
    readMemory(addressOf(BigUint64Array.of(addressOf(this.#reply))), place, 8);
    return writer.length;
  }

  /** Tracks a new reference to a Python object; it is released in Python when `owner` is collected. */
  watch(owner: object, id: number): () => void {
    const life = new ReferenceLife(id, (one) => this.forget(one));
    openLifetime(life, owner);
    return () => life.end();
  }

  /** Releases an object that nothing here refers to. */
  forget(id: number): void {
    this.#dead.push(id);
    if (this.#willRelease) return;
    this.#willRelease = true;
    setTimeout(() => {
      this.#willRelease = false;
      // While the worker thread works, its next request takes them along.
      if (this.#dead.length > 0 && this.#waiting.length === 0) this.countObjects();
    }, RELEASE_MS).unref();
  }

  /** How many objects of Python are referred to here, as Python counts them. */
  countObjects(): number {
    return (this.callSync("length", 0) as number) - 1;
  }

  #atExit(): void {
    if (this.#waiting.length > 0) return;
    try {
      this.callSync("run", "import cuts_bridge\ncuts_bridge._at_exit()", {}, "exec");
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
  }
}

function tooDeep(): CutsError {
  return new CutsError(
    "CUTS_PYTHON_DEPTH",
    `Cannot call Python: JavaScript and Python are within calls of each other ${MOST_LEVELS} levels deep\nTry: a loop in place of the recursion, or do it on one side`,
  );
}

/** Waits for the work on memory. A failure is not thrown here but when the memory is read. */
function settleQuietly(storage: Storage): void {
  try {
    storage.settleSync();
  } catch {
    // Told to who reads the array.
  }
}

class ReferenceLife extends Lifetime {
  override readonly nativeBytes = 128;
  readonly #id: number;
  readonly #forget: (id: number) => void;

  constructor(id: number, forget: (id: number) => void) {
    super();
    this.#id = id;
    this.#forget = forget;
  }

  end(): void {
    if (!this.isOpen) return;
    closeLifetime(this);
    this.#forget(this.#id);
  }

  override ownerIsGone(): void {
    this.end();
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

let open: Promise<Bridge> | undefined;

/** Starts Python and connects to it. @throws LibraryNotFoundError, CutsError */
export async function openBridge(output: PythonOutput, executable: string | undefined): Promise<Bridge> {
  if (!isMainThread) {
    throw new UnsupportedError(
      "CUTS_PYTHON_THREAD",
      "Cannot start Python: there is one interpreter in a process, and it is that of the main thread",
    );
  }
  if (open === undefined) {
    open = start(output, executable);
    // What was not found may be there later; what was started stays.
    open.catch(() => {
      open = undefined;
    });
  }
  const bridge = await open;
  if (executable !== undefined && executable !== bridge.python.executable) {
    throw new CutsError(
      "CUTS_PYTHON_START",
      `Cannot start Python: a process has one interpreter, and ${bridge.python.executable} is running (got ${executable})`,
    );
  }
  return bridge;
}

async function start(output: PythonOutput, executable: string | undefined): Promise<Bridge> {
  const environment = executable === undefined ? process.env : { ...process.env, CUTS_PYTHON: executable };
  return new Bridge(await findPython(environment), output);
}
