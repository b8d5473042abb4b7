// Serves a compiler to other processes. Their requests come over a socket, wait in one queue, and are done by warm processes, or are
// answered from earlier results.
import { CutsError } from "../../../core/errors.js";
import { serveLocally } from "../../../host/local-sockets.js";
import type { Connection } from "../../../host/shapes.js";
import { Clang } from "../clang.js";
import { ClangProcess } from "../clang-process.js";
import type { ResidentFile } from "../protocol.js";
import { mapResidents } from "../resident-files.js";
import { KnownAnswers } from "./known-answers.js";
import { type Answer, type Asked, isAsked, onMessages, sendMessage } from "./messages.js";

/** Some hundreds of compiled modules. */
const MOST_KNOWN_BYTES = 128 * 2 ** 20;

export interface ServedCompiler {
  /** The socket that others find it by, as the value of `CUTS_COMPILER`. */
  readonly path: string;
  /** Ends the compilers; requests under way fail. */
  close(): Promise<void>;
}

/**
 * Serves compilers until it is closed, to processes of the same user. It does not hold the process. So many requests as
 * there are processes are done at once; each takes about 300 MB.
 */
export async function serveCompiler(processes: number): Promise<ServedCompiler> {
  const clang = new Clang({ processes, start: () => new ClangProcess() });
  const known = new KnownAnswers(MOST_KNOWN_BYTES);
  const server = await serveLocally("cuts-compiler-", (connection) => {
    // Whoever asked is gone: that concerns nobody here.
    connection.on("error", () => {});
    serveOne(connection, clang, known);
  });
  return {
    path: server.path,
    async close() {
      clang.stop();
      await server.close();
    },
  };
}

function serveOne(connection: Connection, clang: Clang, known: KnownAnswers): void {
  const kept = new Map<string, ResidentFile>();
  onMessages(connection, async (asked) => {
    if (!isAsked(asked)) {
      connection.destroy();
      return;
    }
    const answer = await answerTo(asked, clang, known, kept);
    if (!connection.destroyed) sendMessage(connection, answer);
  });
}

async function answerTo(
  asked: Asked,
  clang: Clang,
  known: KnownAnswers,
  kept: Map<string, ResidentFile>,
): Promise<Answer> {
  const { version, work, timeoutMs } = asked;
  if (version !== clang.version) {
    const message = `Cannot run clang: the shared compiler is ${clang.version}, this process takes ${version}\nTry: without the environment variable CUTS_COMPILER`;
    return { code: "CUTS_COMPILER_STOPPED", message };
  }
  try {
    const whole = mapResidents(work.files, (file) => keep(kept, file));
    const { steps, files } = await known.answer(work, timeoutMs, () =>
      clang.run({ ...work, files: whole, timeoutMs }),
    );
    return { reply: { id: 0, steps, files } };
  } catch (error) {
    const { message } = error as Error;
    return { code: error instanceof CutsError ? error.code : "CUTS_COMPILER_CRASHED", message };
  }
}

/** Remembers a file that comes whole; later ones come by their key alone. */
function keep(kept: Map<string, ResidentFile>, file: ResidentFile): ResidentFile {
  const known = kept.get(file.key) ?? file;
  kept.set(file.key, known);
  return known;
}
