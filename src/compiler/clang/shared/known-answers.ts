// Results of earlier requests to a shared compiler. A request that reads no host folder always gives the same result, so it is done once
// for all processes, also when several ask at the same moment. Failures are not kept.
import { digestOf } from "../../cache/digest.js";
import type { ClangResult } from "../clang.js";
import type { Work } from "../compiler-process.js";

/** Answers in order of first use, as many as fit. */
export class KnownAnswers {
  readonly #mostBytes: number;
  readonly #answers = new Map<string, { readonly result: Promise<ClangResult>; byteLength: number }>();
  #byteLength = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The answer to `work`: a kept one, that of the same work under way with the same limit, or what `run` gives. */
  async answer(work: Work, timeoutMs: number, run: () => Promise<ClangResult>): Promise<ClangResult> {
    if (Object.keys(work.mounts).length > 0) return await run();
    const key = keyOf(work, timeoutMs);
    const known = this.#answers.get(key);
    if (known !== undefined) return await known.result;
    const entry = { result: run(), byteLength: 0 };
    this.#answers.set(key, entry);
    try {
      const result = await entry.result;
      entry.byteLength = byteLengthOf(result);
      this.#byteLength += entry.byteLength;
      this.#dropOldest();
      return result;
    } catch (error) {
      this.#answers.delete(key);
      throw error;
    }
  }

  #dropOldest(): void {
    for (const [key, { byteLength }] of this.#answers) {
      if (this.#byteLength <= this.#mostBytes) return;
      // One without a length is under way.
      if (byteLength === 0) continue;
      this.#answers.delete(key);
      this.#byteLength -= byteLength;
    }
  }
}

/** Everything that the work depends on. Files that the compiler keeps have keys that stand for their contents. */
function keyOf({ steps, files, outputs }: Work, timeoutMs: number): string {
  const contents = Object.entries(files).map(([path, content]) => {
    if (typeof content === "string" || content instanceof Uint8Array) return [path, digestOf(content)];
    return [path, "kept", content.key];
  });
  return digestOf(JSON.stringify([steps, contents, outputs, timeoutMs]));
}

function byteLengthOf({ steps, files }: ClangResult): number {
  const written = Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return steps.reduce((sum, { stdout, stderr }) => sum + stdout.length + stderr.length, written);
}
