// Parses the options of commands that run a program. They stand before the sources; everything after a source or -- belongs to the
// program.

import { isSource } from "./run-arguments.js";

export interface OwnOptions<Name extends string> {
  /** All other words. */
  readonly words: readonly string[];
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly mistake?: string;
}

/** Removes our options from the words: options with a value as `--name value` or `--name=value`, flags as `--name`. */
export function takeOwn<Name extends string>(
  args: readonly string[],
  withValue: readonly Name[],
  flags: readonly Name[] = [],
): OwnOptions<Name> {
  const words: string[] = [];
  const values: Partial<Record<Name, string>> = {};
  let mistake: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (word === "--" || isSource(word)) {
      words.push(...args.slice(i));
      break;
    }
    const [, name, attached] = /^--([a-z]+)(?:=(.*))?$/.exec(word) ?? [];
    const isFlag = flags.some((flag) => flag === name) && attached === undefined;
    if (isFlag) values[name as Name] = "";
    else if (withValue.some((one) => one === name)) {
      values[name as Name] = attached ?? args[++i] ?? "";
      if (values[name as Name] === "") mistake ??= `--${name} needs a value`;
    } else words.push(word);
  }
  return { words, values, ...(mistake === undefined ? {} : { mistake }) };
}
