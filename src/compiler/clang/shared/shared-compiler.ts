// A compiler that other processes use too, reached by a socket: nothing is loaded here, and it is warm from the first request
// on. A suite of tests in many processes gains most: each compiler of its own takes seconds to warm up and 300 MB.
import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { CutsError, type ErrorCode } from "../../../core/errors.js";
import type { CompilerProcess, Work } from "../compiler-process.js";
import { clangVersion } from "../package.js";
import type { Reply, ResidentFile } from "../protocol.js";
import { type Answer, onMessages, sendMessage } from "./messages.js";

/** The socket of the compiler that this process shares with others; undefined where it has its own. */
export function sharedCompilerPath(): string | undefined {
  const path = process.env["CUTS_COMPILER"];
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
  #socket: Socket | undefined;
  #pending: Pending | undefined;
  /** Keys of the files that went over this connection; the other side keeps those. */
  #sent = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  start(): void {
    this.#socket ??= this.#connect();
  }

  async run(work: Work, timeoutMs: number): Promise<Reply> {
    if (this.#pending !== undefined) throw new Error("internal: the compiler is busy");
    this.start();
    const socket = this.#socket as Socket;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    socket.ref();
    sendMessage(socket, {
      version: clangVersion(),
      work: { ...work, files: this.#withoutSent(work.files) },
      timeoutMs,
    });
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

  #connect(): Socket {
    const socket = connect(this.#path);
    socket.unref();
    onMessages(socket, (answer) => this.#settle(answer as Answer));
    socket.on("error", ({ message }) => this.#lose(socket, message));
    socket.on("close", () => this.#lose(socket, "it has ended"));
    return socket;
  }

  #lose(socket: Socket, why: string): void {
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
  #end(socket: Socket, code: ErrorCode, why: string): void {
    if (this.#socket !== socket) return;
    const pending = this.#pending;
    this.#pending = undefined;
    this.#socket = undefined;
    this.#sent = new Set();
    socket.destroy();
    pending?.reject(new CutsError(code, `Cannot run clang: ${why}`));
  }

  #withoutSent(files: Work["files"]): Work["files"] {
    const entries = Object.entries(files).map(([path, content]) => {
      if (typeof content === "string" || content instanceof Uint8Array) return [path, content] as const;
      const key = keyAmongProcesses(content);
      if (this.#sent.has(key)) return [path, { key }] as const;
      this.#sent.add(key);
      return [path, { ...content, key }] as const;
    });
    return Object.fromEntries(entries);
  }
}

const keys = new WeakMap<ResidentFile, string>();

/** The key of a file that is kept: what another process keeps under its key may be another file. */
function keyAmongProcesses(file: ResidentFile): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  const content = file.bytes ?? file.path ?? "";
  const key = `${file.key} ${createHash("sha256").update(content).digest("hex")}`;
  keys.set(file, key);
  return key;
}
