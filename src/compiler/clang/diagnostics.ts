// Reads the messages of clang and wasm-ld and makes the errors that users see: place, line, caret and the compiler's own words. Paths
// are those of the host.
import { CompileError } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import { inOwnWords, withNote } from "./refused-features.js";

type Severity = "fatal error" | "error" | "warning" | "note" | "remark";

/** One message of the compiler. Line and column count from 1; a message about no place has file "" and zeros. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly message: string;
  /** The source line with the caret under it, as clang prints them; empty when there is none. */
  readonly snippet: string;
}

const HEAD =
  /^(?:(?<file>\S[^\n]*?):(?<line>\d+):(?<column>\d+): )?(?<severity>fatal error|error|warning|note|remark): (?<message>.*)$/;
const SNIPPET = /^ *\d* \|/;
const LINKER = /^wasm-ld: (?<severity>error|warning): (?<message>.*)$/;

/** The messages in what clang or wasm-ld printed, in order. `hostPath` maps the paths they use to those of the host. */
export function parseDiagnostics(
  stderr: string,
  hostPath: (path: string) => string = (path) => path,
): Diagnostic[] {
  const diagnostics: { head: Diagnostic; snippet: string[] }[] = [];
  for (const line of stderr.split("\n")) {
    const match = HEAD.exec(line) ?? LINKER.exec(line);
    if (match === null) {
      if (SNIPPET.test(line)) diagnostics.at(-1)?.snippet.push(line);
      continue;
    }
    const { file = "", line: row = "0", column = "0", severity = "error", message = "" } = match.groups ?? {};
    const head: Diagnostic = {
      file: file === "" ? "" : hostPath(file),
      line: Number(row),
      column: Number(column),
      severity: severity as Severity,
      message: inOwnWords(message),
      snippet: "",
    };
    const before = diagnostics.at(-1);
    if (before !== undefined && head.severity === "note")
      before.head = { ...before.head, message: withNote(before.head.message, message) };
    diagnostics.push({ head, snippet: [] });
  }
  return diagnostics.map(({ head, snippet }) => ({ ...head, snippet: snippet.join("\n") }));
}

/** True for a message that makes a compilation fail. */
export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error" || diagnostic.severity === "fatal error";
}

/** A message as clang prints it: place, severity and text, then line and caret. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, message, snippet } = diagnostic;
  const place = file === "" ? "" : `${file}:${line}:${column}: `;
  return `${place}${severity}: ${message}${snippet === "" ? "" : `\n${snippet}`}`;
}

/** The error for a source that did not compile: the first error in a sentence, then all errors with their notes. */
export function compileError(thing: string, diagnostics: readonly Diagnostic[]): CompileError {
  const shown = diagnostics.filter((d) => d.severity !== "warning" && d.severity !== "remark");
  const errors = shown.filter(isError);
  const first = errors[0]?.message ?? "clang failed and did not say why";
  const count = errors.length > 1 ? ` (first of ${plural(errors.length, "error")})` : "";
  const details = shown.map(formatDiagnostic).join("\n");
  return new CompileError(
    "CUTS_COMPILE",
    `Cannot compile ${thing}: ${first}${count}${details === "" ? "" : `\n${details}`}`,
    diagnostics.map(formatDiagnostic).join("\n"),
  );
}

/** The error for a module that did not link: which functions are missing. */
export function linkError(thing: string, stderr: string): CompileError {
  const missing = [...stderr.matchAll(/undefined symbol: (.+)$/gm)].map((match) => match[1] ?? "");
  const names = [...new Set(missing)];
  const why =
    names.length === 0
      ? (parseDiagnostics(stderr)[0]?.message ?? "wasm-ld failed and did not say why")
      : `${names.join(", ")} ${names.length === 1 ? "is" : "are"} declared and used, and defined nowhere in device code`;
  return new CompileError("CUTS_COMPILE_LINK", `Cannot link ${thing}: ${why}`, stderr);
}
