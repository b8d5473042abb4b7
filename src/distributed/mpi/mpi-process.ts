// This process as part of an MPI job: it starts the library once and decides how it ends. A process that ends normally finalizes
// MPI; one that fails aborts the whole job, because other ranks would wait for it forever.

import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { CutsError } from "../../core/errors.js";
import { endInPlace } from "../../ffi/end-in-place.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { openRawLibrary } from "../../ffi/raw-library.js";
import { type OpenedMpi, openRawMpi, type RawMpi } from "../../native/mpi.js";
import type { MpiAbi } from "../../native/mpi-abi.js";
import type { RawHandle } from "../../native/raw-call.js";
import { prepareUcx } from "./ucx-settings.js";

/** A communicator of MPI. */
export type MpiComm = RawHandle<"MPI_Comm">;

const TEXT_BYTES = 8192;

export class MpiProcess {
  readonly api: RawMpi;
  readonly abi: MpiAbi;
  readonly world: MpiComm;
  // Memory that MPI writes results of calls to. Whoever holds an address holds the memory: it is a field.
  readonly #words = new Int32Array(new ArrayBuffer(64));
  readonly #wordsAt = numberAddressOf(this.#words);
  readonly #text = new Uint8Array(new ArrayBuffer(TEXT_BYTES));
  readonly #textAt = numberAddressOf(this.#text);
  readonly #yield = openRawLibrary(null).bind("sched_yield", "int32", []);
  /** Runs when the program ends normally, before this process waits in MPI for the others. */
  beforeEnd: (() => void) | undefined;
  #isStarted = false;
  #isEnded = false;
  /** The uncaught error that ends the process. */
  #uncaught: Error | undefined;

  private constructor({ api, abi }: OpenedMpi) {
    this.api = api;
    this.abi = abi;
    this.world = abi.world as MpiComm;
  }

  /** Starts MPI. It waits for all ranks to come up, on another thread. */
  static async start(): Promise<MpiProcess> {
    prepareUcx(process.env);
    const mpi = new MpiProcess(openRawMpi());
    const { api, abi } = mpi;
    mpi.check(api.MPI_Initialized(mpi.#wordsAt), "MPI_Initialized");
    process.on("uncaughtExceptionMonitor", (error) => {
      mpi.#uncaught = error;
    });
    process.on("exit", (code) => mpi.#end(code));
    endInPlace(() => true);
    if (mpi.#words[0] === 0) {
      const status = await api.MPI_Init_thread.async(0, 0, abi.threadSerialized, mpi.#wordsAt);
      mpi.check(status, "MPI_Init_thread");
    }
    mpi.#isStarted = true;
    mpi.returnErrors(mpi.world);
    return mpi;
  }

  /** Errors of a communicator come back as codes; by default they end the job. */
  returnErrors(comm: MpiComm): void {
    const { api, abi } = this;
    this.check(
      api.MPI_Comm_set_errhandler(comm, abi.errorsReturn as RawHandle<"MPI_Errhandler">),
      "MPI_Comm_set_errhandler",
    );
  }

  rankIn(comm: MpiComm): number {
    this.check(this.api.MPI_Comm_rank(comm, this.#wordsAt), "MPI_Comm_rank");
    return this.#words[0] as number;
  }

  sizeOf(comm: MpiComm): number {
    this.check(this.api.MPI_Comm_size(comm, this.#wordsAt), "MPI_Comm_size");
    return this.#words[0] as number;
  }

  /** A communicator that a call writes. */
  newComm(call: string, make: (at: number) => number): MpiComm {
    this.check(make(this.#wordsAt), call);
    const comm = this.#handleAt();
    return comm as MpiComm;
  }

  free(comm: MpiComm): void {
    if (this.#isEnded) return;
    if (this.abi.handleByteLength === 4) this.#words[0] = comm;
    else new BigUint64Array(this.#words.buffer)[0] = BigInt(comm);
    this.check(this.api.MPI_Comm_free(this.#wordsAt), "MPI_Comm_free");
  }

  /** "Open MPI v4.1.4". */
  libraryVersion(): string {
    this.check(this.api.MPI_Get_library_version(this.#textAt, this.#wordsAt), "MPI_Get_library_version");
    return this.#readText().split(/[,\n]/)[0] ?? "";
  }

  /** Throws for a status other than success. @throws CutsError `CUTS_MPI` */
  check(status: number, call: string): void {
    if (status !== 0) throw this.error(status, call);
  }

  /** The error `CUTS_MPI` for a status other than success. */
  error(status: number, call: string): CutsError {
    const isKnown = this.api.MPI_Error_string(status, this.#textAt, this.#wordsAt) === 0;
    const text = isKnown ? this.#readText() : "an unknown error";
    const hint = /truncat/i.test(text)
      ? "\nTry: arrays of the same size on all ranks; CUTS_DIST_DEBUG=1, which compares calls before they start"
      : "";
    return new CutsError("CUTS_MPI", `Cannot complete ${call}: MPI returned ${status} (${text})${hint}`);
  }

  /** Lets another process have the processor. */
  giveWay(): void {
    this.#yield();
  }

  /** How many bytes a receive has received, by its status. */
  receivedBytes(status: number): number {
    const byte = this.abi.datatypes.byte as RawHandle<"MPI_Datatype">;
    this.check(this.api.MPI_Get_count(status, byte, this.#wordsAt), "MPI_Get_count");
    return this.#words[0] as number;
  }

  #end(code: number): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (code === 0 && this.#isStarted) {
      this.beforeEnd?.();
      this.api.MPI_Finalize();
      return;
    }
    // Node tells of an error after this, which is too late.
    if (this.#uncaught !== undefined)
      writeSync(2, `${this.#name()} has failed:\n${inspect(this.#uncaught)}\n`);
    if (this.#isStarted) this.api.MPI_Abort(this.world, code);
    // A thread that waits in MPI for others is waited for by Node.
    else endNow(code);
  }

  #name(): string {
    return this.#isStarted
      ? `rank ${this.rankIn(this.world)}`
      : "a process that has not joined the others yet";
  }

  #handleAt(): number {
    return this.abi.handleByteLength === 4
      ? (this.#words[0] as number)
      : Number(new BigUint64Array(this.#words.buffer)[0]);
  }

  #readText(): string {
    return Buffer.from(this.#text.buffer, 0, this.#words[0]).toString("latin1");
  }
}

/** Ends the process without waiting for its threads. */
function endNow(code: number): void {
  openRawLibrary(null).bind("_exit", "void", ["int32"])(code);
}
