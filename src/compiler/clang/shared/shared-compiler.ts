// A connection to a compiler that other processes use too. It loads nothing and is warm from the first request on. Test suites in many
// processes gain most, because a compiler of their own takes seconds and 300 MB each.
import { CutsError, type ErrorCode } from "../../../core/errors.js";
import { variable } from "../../../host/environment.js";
import { connectTo } from "../../../host/local-sockets.js";
import type { Connection } from "../../../host/shapes.js";
import { digestOf } from "../../cache/digest.js";
import type { CompilerProcess, Work } from "../compiler-process.js";
import { clangVersion } from "../package.js";
import type { Reply, ResidentFile } from "../protocol.js";
import { mapResidents, ToldFiles } from "../resident-files.js";
import { type Answer, onMessages, sendMessage } from "./messages.js";

/** The socket of the compiler that this process shares with others; undefined where it has its own. */
export function sharedCompilerPath(): string | undefined {
  const path = variable("CUTS_COMPILER");
  return path === "" ? undefined : path;
}

interface Pending {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** One connection: it has one request under way at most. */
export class SharedCompiler implements CompilerProcess {
  readonly pid = undefined;
  readonly #path: string;
  #socket: Connection | undefined;
  #pending: Pending | undefined;
  /** What went over this connection. */
  readonly #told = new ToldFiles();

  constructor(path: string) {
    this.#path = path;
  }

  start(): void {
    this.#socket ??= this.#connect();
  }

  async run(work: Work, timeoutMs: number): Promise<Reply> {
    if (this.#pending !== undefined) throw new Error("internal: the compiler is busy");
    this.start();
    const socket = this.#socket as Connection;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    socket.ref();
    const files = mapResidents(work.files, (file) => this.#told.tell(ofAllProcesses(file)));
    sendMessage(socket, { version: clangVersion(), work: { ...work, files }, timeoutMs });
    try {
      return await reply;
    } finally {
      socket.unref();
    }
  }

  stop(): void {
    if (this.#socket !== undefined) {
      this.#end(this.#socket, "CUTS_COMPILER_STOPPED", "the connection to the compiler was closed");
    }
  }

  #connect(): Connection {
    const socket = connectTo(this.#path);
    onMessages(socket, (answer) => this.#settle(answer as Answer));
    socket.on("error", ({ message }) => this.#lose(socket, message));
    socket.on("close", () => this.#lose(socket, "it has ended"));
    return socket;
  }

  #lose(socket: Connection, why: string): void {
    const advice = "Try: without the environment variable CUTS_COMPILER";
    this.#end(
      socket,
      "CUTS_COMPILER_CRASHED",
      `the shared compiler ${this.#path} is not there: ${why}\n${advice}`,
    );
  }

  #settle(answer: Answer): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if ("reply" in answer) pending?.resolve(answer.reply);
    else pending?.reject(new CutsError(answer.code, answer.message));
  }

  // Events of a connection that was given up come late and mean nothing to the next one.
  #end(socket: Connection, code: ErrorCode, why: string): void {
    if (this.#socket !== socket) return;
    const pending = this.#pending;
    this.#pending = undefined;
    this.#socket = undefined;
    this.#told.forget();
    socket.destroy();
    pending?.reject(new CutsError(code, `Cannot run clang: ${why}`));
  }
}

const ownFiles = new WeakMap<ResidentFile, ResidentFile>();

/** A file that is kept, under a key that says what is in it: another process may keep another file under the same key. */
function ofAllProcesses(file: ResidentFile): ResidentFile {
  let own = ownFiles.get(file);
  if (own === undefined) {
    own = { ...file, key: `${file.key} ${digestOf(file.bytes ?? file.path ?? "")}` };
    ownFiles.set(file, own);
  }
  return own;
}
