// The messages between a ClangProcess and its child, server.js. There are types only, because server.js runs unbuilt. Paths are
// absolute, with "/". A child handles one request at a time and sends one reply to each.

/** A program of the compiler package. */
export type Tool = "clang" | "wasm-ld" | "nm" | "objdump" | "dwarfdump" | "symbolizer";

/** One program run. */
export interface Step {
  readonly tool: Tool;
  readonly args: readonly string[];
}

/** How one step ended. */
export interface StepResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Set when the program stopped without exiting, such as by a failed assertion of its own. */
  readonly trap?: string;
  /** Absolute paths of the files it opened for reading, in order of first use. */
  readonly filesRead: readonly string[];
  /** Absolute paths that it looked for in mounted directories and did not find. */
  readonly filesMissed: readonly string[];
}

/** A file that the child keeps under `key`: where it comes from is told the first time only. */
export interface ResidentFile {
  readonly key: string;
  readonly bytes?: Uint8Array;
  /** A file of the host, instead of bytes; one whose name ends in `.br` is compressed. */
  readonly path?: string;
}

export interface Request {
  readonly id: number;
  readonly steps: readonly Step[];
  /** Files the steps see, by path. What one step writes, the next ones see too. */
  readonly files: Readonly<Record<string, string | Uint8Array | ResidentFile>>;
  /** Host directories, readable at the guest path given. */
  readonly mounts: Readonly<Record<string, string>>;
  /** Files to send back; one that does not exist in the end is left out. */
  readonly outputs: readonly string[];
}

export interface Reply {
  readonly id: number;
  /** One for each step that ran: a step that fails ends the batch. */
  readonly steps: readonly StepResult[];
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Set when the child itself failed, with its stack. */
  readonly error?: string;
}
