// Splits the output of processes into lines. A chunk may end anywhere, even inside a character.

/** Longer ones are given in pieces of at least this: a process may print for hours without an end of line. */
const LONGEST = 1 << 20;

/** Calls a function with each line, without its end, and finally with an unfinished last line. */
export function eachLine(stream: NodeJS.ReadableStream, use: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const [first = "", ...more] = text.split("\n");
    rest += first;
    for (const line of more) {
      use(rest);
      rest = line;
    }
    if (rest.length < LONGEST) return;
    use(rest);
    rest = "";
  });
  stream.on("end", () => {
    if (rest !== "") use(rest);
    rest = "";
  });
}
