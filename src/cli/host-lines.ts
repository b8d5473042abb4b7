// The output of ranks on other machines through Open MPI 4. It puts the rank before each line, in a buffer of only twice the
// input, so it drops most of many short lines; and it splits lines where its reads end. So each rank prefixes its lines with a
// long mark before Open MPI sees them, and HostLines puts the lines together again here.

/** Before every line of a rank: longer than what Open MPI puts before it, so that a buffer of lines never becomes twice as long. */
const MARK = "cuts-launch-line".repeat(2);

/**
 * Sends what a rank prints through sed, and becomes the command that follows. Signals are for the command: sed ends with it. Without a sed that
 * gives each line at once, the command prints by itself.
 */
const script = `d=$(mktemp -d) && mkfifo "$d/out" "$d/err" && sed -u "" </dev/null || exec "$@"
(trap "" INT TERM HUP; exec sed -u "s/^/${MARK}/" <"$d/out") &
(trap "" INT TERM HUP; exec sed -u "s/^/${MARK}/" <"$d/err" >&2) &
exec >"$d/out" 2>"$d/err"
rm -r "$d"
exec "$@"`;

/** The command of a rank that prefixes its output lines with the mark. */
export function withLongLines(words: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", script, "sh", ...words];
}

/** Restores the lines of ranks from mpirun's output, where one line may hold parts of several. */
export class HostLines {
  readonly #tag: RegExp;
  /** Lines that have begun, by rank. */
  readonly #begun = new Map<string, string>();

  /** `tag` is before what a rank has printed, with the rank as its group; `^` says that it is so at the beginning of lines alone. */
  constructor(tag: RegExp) {
    this.#tag = new RegExp(tag.source, "g");
  }

  /** Takes a line of mpirun, and gives those that end with it: `[rank] text`, or what mpirun says itself. */
  take(line: string): readonly string[] {
    const found = [...line.matchAll(this.#tag)];
    const [first] = found;
    if (first === undefined) return [line];
    const lines = first.index === 0 ? [] : [line.slice(0, first.index)];
    for (const [i, { 0: tag, 1: rank = "", index }] of found.entries()) {
      const text = line.slice(index + tag.length, found[i + 1]?.index);
      this.#begun.set(rank, (this.#begun.get(rank) ?? "") + text);
      // What another rank's follows in the same line goes on later.
      if (i === found.length - 1) lines.push(this.#end(rank));
    }
    return lines;
  }

  /** What has begun and has no end. */
  rest(): readonly string[] {
    return [...this.#begun.keys()].map((rank) => this.#end(rank));
  }

  #end(rank: string): string {
    const text = this.#begun.get(rank) ?? "";
    this.#begun.delete(rank);
    return `[${rank}] ${text.startsWith(MARK) ? text.slice(MARK.length) : text}`;
  }
}
