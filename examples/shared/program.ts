// What every example has as a program: options with defaults, --device, --help, and a short message where an option is wrong. The
// help begins with the comment at the top of the example.

import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import * as cu from "cuts";

/** Options by name: the default, which also decides the type, and what the help says. */
export type Options = Readonly<Record<string, readonly [value: string | number | boolean, help: string]>>;

/** What options are when the program runs. */
export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K][0] extends number ? number : O[K][0] extends boolean ? boolean : string;
};

/** Whether a file is the program that was started. */
function isProgram(url: string): boolean {
  const [, started] = process.argv;
  return started !== undefined && url === pathToFileURL(realpathSync(started)).href;
}

/** Runs `main` on the device that was asked for, where the file is the program that was started; else nothing. */
export async function program<const O extends Options>(
  url: string,
  options: O,
  main: (values: Values<O>) => void | Promise<void>,
): Promise<void> {
  if (!isProgram(url)) return;
  let read: { readonly device: string | undefined; readonly help: boolean; readonly values: Values<O> };
  try {
    read = readOptions(process.argv.slice(2), options);
  } catch (error) {
    console.error(`error: ${(error as Error).message}\nTry: --help`);
    process.exitCode = 2;
    return;
  }
  if (read.help) console.log(helpText(readFileSync(fileURLToPath(url), "utf8"), options));
  else await cu.withDevice(read.device ?? cu.device(), () => main(read.values));
}

/** Reads words of a command line. Throws where an option is not there, or a number is none. */
export function readOptions<const O extends Options>(words: readonly string[], options: O) {
  const known = Object.entries(options).map(([name, [value]]) => [
    name,
    { type: typeof value === "boolean" ? ("boolean" as const) : ("string" as const) },
  ]);
  const { values } = parseArgs({
    args: [...words],
    options: { ...Object.fromEntries(known), device: { type: "string" }, help: { type: "boolean" } },
  }) as { values: Readonly<Record<string, string | boolean | undefined>> };
  const result = Object.entries(options).map(([name, [standard]]) => {
    const given = values[name] ?? standard;
    if (typeof standard !== "number") return [name, given];
    const number = Number(given);
    if (given === "" || Number.isNaN(number))
      throw new RangeError(`--${name} must be a number (got ${String(given)})`);
    return [name, number];
  });
  return {
    device: values["device"] as string | undefined,
    help: values["help"] === true,
    values: Object.fromEntries(result) as Values<O>,
  };
}

/** The comment at the top of a source, then the options. */
export function helpText(source: string, options: Options): string {
  const about = (/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? "").replaceAll(/^\/\/ ?/gm, "");
  const rows: (readonly [string, string])[] = Object.entries(options).map(([name, [value, help]]) => [
    `--${name}${typeof value === "boolean" ? "" : ` <${typeof value === "number" ? "number" : "text"}>`}`,
    typeof value === "boolean" || value === "" ? help : `${help} (${value})`,
  ]);
  rows.push(
    ["--device <id>", "cpu, cuda:0, …; a GPU by default where there is one"],
    ["--help", "this text"],
  );
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return `${about}\nOptions:\n${rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`).join("\n")}`;
}
