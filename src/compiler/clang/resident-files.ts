// Files that a compiler process keeps. A request names them by key, and their contents are sent once.
import type { Request, ResidentFile } from "./protocol.js";

/** The files of a request with another form of those that are kept. */
export function mapResidents(
  files: Request["files"],
  change: (file: ResidentFile) => ResidentFile,
): Request["files"] {
  const entries = Object.entries(files).map(([path, content]) => {
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    return [path, isWhole ? content : change(content)] as const;
  });
  return Object.fromEntries(entries);
}

/** What one compiler has been told. */
export class ToldFiles {
  readonly #keys = new Set<string>();

  /** The file as the compiler is to get it now: by its key alone where it has it. */
  tell(file: ResidentFile): ResidentFile {
    if (this.#keys.has(file.key)) return { key: file.key };
    this.#keys.add(file.key);
    return file;
  }

  forget(): void {
    this.#keys.clear();
  }
}
