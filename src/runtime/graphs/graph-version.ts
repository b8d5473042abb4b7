// One version of a graph: the recorded work, which never changes, and the backend's graph made from it. The backend's graph is
// made when all code is compiled, and made again when a module was recompiled. A version retains the memory that it uses;
// `update` and `setArguments` replace the version.

import type { BackendGraph, Work } from "../../backend/backend.js";
import { graphsOf } from "../devices/capabilities.js";
import type { Obstacle } from "../order/submission-queue.js";
import type { Recording, RecordedWork } from "./recording.js";
import type { Retainable } from "../../core/retainable.js";
import type { RecordedLaunch } from "./recorded-launch.js";
import type { DeviceCore, RecordedCode, RecordedMemory, StreamCore } from "../order/stream-core.js";

/** The only launch that differs from the previous version, and only in its arguments. */
export interface ChangedLaunch {
  /** Its index among the launches. */
  readonly index: number;
  readonly launch: RecordedLaunch;
}

/** A module that the graph uses, in the version that the backend's graph was made with. */
interface Code {
  readonly build: RecordedCode;
  readonly version: NonNullable<RecordedCode["current"]>;
  readonly mode: "read" | "write";
}

export class GraphVersion {
  readonly device: DeviceCore;
  readonly works: readonly RecordedWork[];
  readonly #recording: Recording;
  readonly #uses = new Map<RecordedMemory, "read" | "write">();
  readonly #changed: ChangedLaunch | undefined;
  #previous: GraphVersion | undefined;
  #graph: BackendGraph | undefined;
  /** The modules that the backend's graph was made with, in their versions then. */
  #code: readonly Code[] = [];
  /** How many launches of this version wait in the submission queue. */
  #waiting = 0;
  readonly #launches: Retainable = {
    retain: () => {
      this.#waiting++;
    },
    release: () => {
      this.#waiting--;
      if (this.#isOver && this.#waiting === 0) this.#end();
    },
  };
  #isOver = false;

  constructor(
    recording: Recording,
    works: readonly RecordedWork[],
    previous?: GraphVersion,
    changed?: ChangedLaunch,
  ) {
    this.#recording = recording;
    this.device = recording.device;
    this.works = works;
    this.#previous = previous;
    this.#changed = changed;
    for (const { uses, retained } of works) {
      retained?.retain();
      for (const [storage, mode] of uses) {
        if (!this.#uses.has(storage)) storage.retain();
        if (mode === "write" || !this.#uses.has(storage)) this.#uses.set(storage, mode);
      }
    }
  }

  /** Whether it retains `memory`. */
  keeps(memory: RecordedMemory): boolean {
    return this.#uses.has(memory);
  }

  get recording(): Recording {
    return this.#recording;
  }

  /** The code that is still being compiled, which launches wait for. */
  get obstacle(): Obstacle | undefined {
    if (this.#graph !== undefined) return undefined;
    const obstacles = [
      ...new Set(this.works.flatMap(({ after }) => (after?.isReady() === false ? [after] : []))),
    ];
    if (obstacles.length === 0) return undefined;
    return {
      isReady: () => obstacles.every((one) => one.isReady()),
      // Made on demand: a promise that nobody awaits would be an unhandled rejection.
      get ready() {
        return Promise.all(obstacles.map((one) => one.ready));
      },
      readySync: () => {
        for (const one of obstacles) one.readySync();
      },
    };
  }

  /** Launches the graph on a stream, in order with all other work that uses its memory. */
  launch(stream: StreamCore): void {
    stream.work.begin(true);
    for (const [storage, mode] of this.#uses) storage.use(stream, mode);
    for (const { code } of this.works) code?.build.declareVariables(stream);
    for (const page of this.#recording.faults) {
      page.renew(stream);
      stream.faults.add(page);
      stream.work.addDeferredError({ report: page, first: 0, end: page.count });
    }
    stream.submit((work) => this.#launchNow(stream, work), {
      after: this.obstacle,
      retained: this.#launches,
    });
  }

  /** Makes the backend's graph. All code must be compiled. */
  make(stream: StreamCore): void {
    const graphs = graphsOf(this.device, "record a graph");
    const capture = this.#recording.stream;
    for (const work of this.works) work.prepare(stream);
    const previous = this.#takePrevious();
    this.#code = codeOf(this.works);
    if (previous !== undefined && this.#change(previous)) {
      this.#graph = previous;
      return;
    }
    graphs.begin(capture.backendStream);
    try {
      for (const work of this.works) work.run();
      this.#graph = graphs.end(capture.backendStream, previous);
    } catch (error) {
      graphs.cancel(capture.backendStream);
      previous?.dispose();
      throw error;
    }
  }

  /** Releases everything once no launch of this version waits. */
  end(): void {
    this.#isOver = true;
    if (this.#waiting === 0) this.#end();
  }

  #launchNow(stream: StreamCore, given: Work): void {
    if (this.#graph === undefined || this.#code.some(({ build, version }) => build.current !== version)) {
      this.make(stream);
    }
    for (const { version, mode } of this.#code) version.memory.order(stream, mode);
    if (this.#graph === undefined) throw new Error("internal: the graph was not made");
    graphsOf(this.device, "launch a graph").launch(this.#graph, stream.backendStream, given);
  }

  /** Changes the backend's graph in place if only arguments differ; false if that is not possible. */
  #change(previous: BackendGraph): boolean {
    const changed = this.#changed;
    if (changed === undefined) return false;
    const { index, launch } = changed;
    return graphsOf(this.device, "change a graph").setArguments(previous, index, launch.parameters());
  }

  /** The backend's graph of this version or the one before, to be reused for this one. */
  #takePrevious(): BackendGraph | undefined {
    const from = this.#graph !== undefined ? this : this.#previous;
    this.#previous = undefined;
    if (from === undefined || (from !== this && from.#waiting > 0)) return undefined;
    const graph = from.#graph;
    from.#graph = undefined;
    return graph;
  }

  #end(): void {
    this.#graph?.dispose();
    this.#graph = undefined;
    this.#previous = undefined;
    for (const { retained } of this.works) retained?.release();
    for (const storage of this.#uses.keys()) storage.release();
    this.#uses.clear();
  }
}

function codeOf(works: readonly RecordedWork[]): readonly Code[] {
  const modes = new Map<RecordedCode, "read" | "write">();
  for (const { code } of works) {
    if (code === undefined) continue;
    if (code.mode === "write" || !modes.has(code.build)) modes.set(code.build, code.mode);
  }
  return [...modes].flatMap(([build, mode]) =>
    build.current === undefined ? [] : [{ build, mode, version: build.current }],
  );
}
