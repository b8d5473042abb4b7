// The sources of a program, read from disk.
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { readPlainText, whyUnreadable } from "../host/plain-files.js";
import { formatValue } from "../core/text.js";
import { extname, resolve } from "../host/paths.js";
import { joinLaunchBrackets } from "./launch-brackets.js";

/** One source file. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

const EXTENSIONS: readonly string[] = [".cu", ".cpp", ".cc", ".cxx", ".c"];

function isSourceName(word: string): boolean {
  return EXTENSIONS.includes(extname(word));
}

/**
 * Reads the sources of a program; relative names start at `directory`.
 *
 * @throws TypeError `CUTS_PROGRAM_SOURCE` for a name that is none; CutsError `CUTS_PROGRAM_SOURCE` for a file that cannot be read.
 */
export function readSources(names: readonly string[], directory: string): readonly SourceFile[] {
  if (!Array.isArray(names) || names.length === 0) {
    throw new ArgumentTypeError(
      "CUTS_PROGRAM_SOURCE",
      `Cannot compile a program: it needs a source file, or a list of them (got ${formatValue(names)})`,
    );
  }
  return names.map((name) => {
    if (typeof name !== "string" || !isSourceName(name)) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_SOURCE",
        `Cannot compile ${formatValue(name)}: a source is named *${EXTENSIONS.join(", *")}`,
      );
    }
    const path = resolve(directory, name);
    try {
      return { path, text: joinLaunchBrackets(readPlainText(path)) };
    } catch (cause) {
      throw new CutsError("CUTS_PROGRAM_SOURCE", `Cannot compile ${name}: ${whyUnreadable(cause)}`, {
        cause,
      });
    }
  });
}
