// What compute-sanitizer prints: a record begins with a line behind `=========` that is not indented.

/** Lines that tell of the run, not of a bug. */
const OF_THE_RUN =
  /^(?:COMPUTE-SANITIZER|.*SUMMARY|Target application|Error: process didn't|Error: No attachable|Error: Target application|Internal|$)/;

/** The records of one run, each as its lines. */
export function recordsOf(output: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let open: string[] | undefined;
  for (const line of output.split("\n")) {
    const text = /^=========(?: (.*))?$/.exec(line)?.[1];
    if (text === undefined) continue;
    if (text.startsWith(" ")) open?.push(text.trim());
    else if (OF_THE_RUN.test(text)) open = undefined;
    else records.push((open = [text.trim()]));
  }
  return records;
}

/** Whether a record names a line of a file. */
export function isAt(record: readonly string[], file: string, line: string): boolean {
  return record.some((text) => new RegExp(`\\b${file.replace(".", "\\.")}:${line}\\b`).test(text));
}
