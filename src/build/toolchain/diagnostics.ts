// Turns the output of compilers and linkers into an error: the first error in a sentence with its place, then the tool's own text
// with lines and carets. It parses the formats of gcc, clang, nvcc, ld and similar tools, and shows other output as it is.

import { relative } from "node:path";
import { CompileError } from "../../core/errors.js";
import { plural } from "../../core/text.js";

interface Message {
  readonly place: string;
  readonly text: string;
}

// gcc and clang: "a.c:3:5: error: …"; nvcc: "a.cu(3): error: …" and "nvcc fatal : …".
const COMPILER =
  /^(?:(?<file>\S[^\n]*?)(?::(?<line>\d+)(?::\d+)?|\((?<row>\d+)\)): )?(?:catastrophic |fatal )?error(?: #\S+)?: (?<text>.*)$/gm;
const FATAL = /^nvcc fatal +: (?<text>.*)$/gm;
const UNDEFINED =
  /undefined (?:reference to|symbol:?) [`'"]?(?<name>[^'"\n]+?)['"]?(?:$|;| \(|, referenced)/gm;
const APPLE_UNDEFINED = /^ +"_?(?<name>[^"]+)", referenced from/gm;
const MULTIPLE = /multiple definition of [`'](?<name>[^']+)'/;

/** The error for a source that did not compile. */
export function compileFailure(source: string, log: string): CompileError {
  const messages = messagesIn(log);
  const [first] = messages;
  const why =
    first?.text ?? log.split("\n").find((line) => line.trim() !== "") ?? "the compiler did not say why";
  const place = first === undefined || first.place === "" ? "" : ` (${first.place})`;
  const count = messages.length > 1 ? `, first of ${plural(messages.length, "error")}` : "";
  return new CompileError(
    "CUTS_COMPILE",
    `Cannot compile ${shown(source)}: ${why}${place}${count}\n${log}`,
    log,
  );
}

/** The error for objects that did not link: which functions are missing, or what the linker says first. */
export function linkFailure(name: string, log: string): CompileError {
  const names = [...log.matchAll(UNDEFINED), ...log.matchAll(APPLE_UNDEFINED)].map(
    (match) => match.groups?.["name"] ?? "",
  );
  const missing = [...new Set(names)];
  const twice = MULTIPLE.exec(log)?.groups?.["name"];
  const why =
    missing.length > 0
      ? `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} used and defined nowhere`
      : twice !== undefined
        ? `${twice} is defined more than once`
        : (messagesIn(log)[0]?.text ?? log.split("\n")[0] ?? "the linker did not say why");
  const advice =
    missing.length > 0 ? "\nTry: add the source that defines it to sources, or its library to libraries" : "";
  return new CompileError("CUTS_COMPILE_LINK", `Cannot link ${name}: ${why}\n${log}${advice}`, log);
}

function messagesIn(log: string): readonly Message[] {
  const found = [...log.matchAll(COMPILER)].map(({ groups }) => {
    const line = groups?.["line"] ?? groups?.["row"];
    const file = groups?.["file"];
    return { place: file === undefined ? "" : `${shown(file)}:${line}`, text: groups?.["text"] ?? "" };
  });
  const fatal = [...log.matchAll(FATAL)].map(({ groups }) => ({ place: "", text: groups?.["text"] ?? "" }));
  return [...found, ...fatal];
}

/** A path for messages: relative to the current folder if it lies below it. */
export function shown(path: string): string {
  const from = relative(process.cwd(), path);
  return from === "" || from.startsWith("..") ? path : from;
}
