// What commands write with: styled text, aligned tables, a spinner. Results go to `out`, progress to `err`, so a pipe gets results
// only. Color and motion are off if the stream is no terminal or the user turns them off.

import { stripVTControlCharacters, styleText } from "node:util";

/** A place to write to: `process.stdout`, or a collector in a test. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The text styles, named by meaning. */
export type Tone = "good" | "bad" | "warn" | "dim" | "strong" | "link";

/** What a command writes with. */
export interface Ui {
  /** Writes a line of the result. */
  print(text?: string): void;
  /** Writes a line for people only: progress, hints, errors. */
  note(text: string): void;
  /** Text for `print`, coloured if the terminal can. */
  tone(tone: Tone, text: string): string;
  /** Shows that something is under way until the returned function is called; silent where nobody watches. */
  spin(text: string): () => void;
}

/** The two streams and the environment of a command line. */
export interface CliIo {
  readonly out: Output;
  readonly err: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A `Ui` over two streams. */
export function createUi({ out, err, environment }: CliIo): Ui {
  const coloured = wantsColour(out, environment);
  return {
    print: (text = "") => void out.write(`${text}\n`),
    note: (text) => void err.write(`${text}\n`),
    tone: (tone, text) => (coloured ? styleText(formats[tone], text, { validateStream: false }) : text),
    spin: (text) =>
      err.isTTY === true && wantsColour(err, environment) ? spinner(err, text) : () => undefined,
  };
}

/** Whether a stream gets colors, decided by NO_COLOR, then FORCE_COLOR, then whether it is a terminal with colors. */
export function wantsColour(stream: Output, environment: CliIo["environment"]): boolean {
  if (environment["NO_COLOR"]) return false;
  const force = environment["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY === true && environment["TERM"] !== "dumb";
}

/** Rows as aligned columns two spaces apart; the width of styled cells counts visible characters only. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - visibleWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}

const formats = {
  good: "green",
  bad: "red",
  warn: "yellow",
  dim: "dim",
  strong: "bold",
  link: "cyan",
} as const satisfies Record<Tone, string>;

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const frameMs = 80;

function spinner(stream: Output, text: string): () => void {
  let frame = 0;
  const draw = () => {
    const shown = `${frames[frame++ % frames.length]} ${text}`;
    stream.write(`\r\u001B[2K${shown.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  draw();
  const timer = setInterval(draw, frameMs);
  // A forgotten spinner must not keep the process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    stream.write("\r\u001B[2K");
  };
}

function visibleWidth(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length;
}
