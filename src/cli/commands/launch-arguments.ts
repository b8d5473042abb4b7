// Parses the words after `cuts launch`: our own options up to the program; everything after the program belongs to it.

/** The parsed words. */
export interface LaunchArguments {
  readonly ranks: number;
  readonly hosts: string | undefined;
  /** Names of variables that ranks on other machines have too. */
  readonly variables: readonly string[];
  readonly program: string;
  readonly programArgs: readonly string[];
  /** What is wrong with the words; undefined when nothing is. */
  readonly mistake?: string;
}

/** Parses the words. */
export function readLaunchArguments(words: readonly string[]): LaunchArguments {
  let ranks = 1;
  let hosts: string | undefined;
  let mistake: string | undefined;
  const variables: string[] = [];
  let at = 0;
  for (; at < words.length && (words[at] as string).startsWith("-"); at++) {
    const [, flag = "", attached] = /^(-n|--ranks|--hosts|--env)(?:=(.*))?$/.exec(words[at] as string) ?? [];
    if (flag === "") {
      mistake ??= `it has no option ${words[at]}`;
      continue;
    }
    const value = attached ?? words[++at];
    if (value === undefined || value === "") mistake ??= `${flag} needs a value`;
    else if (flag === "--hosts") hosts = value;
    else if (flag === "--env" && /^\w+$/.test(value)) variables.push(value);
    else if (flag === "--env") mistake ??= `${flag} must be the name of a variable (got ${value})`;
    else if (/^[1-9]\d{0,5}$/.test(value)) ranks = Number(value);
    else mistake ??= `${flag} must be a number of processes (got ${value})`;
  }
  const [program = "", ...programArgs] = words.slice(at);
  if (program === "") mistake ??= "a program (*.js, *.ts) is missing";
  return { ranks, hosts, variables, program, programArgs, ...(mistake === undefined ? {} : { mistake }) };
}
