// A command as data: its name, help, options and action. Help, parsing and type checks all come from this one description, so a
// new command is one file in commands/ and one line in commands.ts.

import type { Ui } from "./ui.js";

/** One option. Its flag is the key in kebab-case: `dryRun` is `--dry-run`. */
export interface OptionSpec {
  readonly summary: string;
  /** One letter: `-v`. */
  readonly short?: string;
  /** The name of the value in the help; without it the option is a switch. */
  readonly value?: string;
}

/** One positional argument; those that are not required come last. */
interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required?: boolean;
  /** Takes all that remain; the last one only. */
  readonly variadic?: boolean;
}

/** An example command line and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** What the options of a command are when it runs: a switch is a boolean, one with a value a string if given. */
type OptionValues<O extends Readonly<Record<string, OptionSpec>>> = {
  readonly [K in keyof O]: O[K] extends { readonly value: string } ? string | undefined : boolean;
};

/** The arguments and options of a command when it runs. */
export interface Invocation<
  O extends Readonly<Record<string, OptionSpec>> = Readonly<Record<string, OptionSpec>>,
> {
  readonly options: OptionValues<O>;
  readonly args: readonly string[];
  readonly ui: Ui;
}

/** A command that does something. It returns its exit code, 0 when it returns nothing. */
export interface ActionCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line, lower case, no full stop: it stands in the list of commands. */
  readonly summary: string;
  /** What a newcomer should know beyond the summary. */
  readonly description?: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  readonly arguments?: readonly ArgumentSpec[];
  readonly examples?: readonly Example[];
  /** The words after its name are its own business: it gets them all as `args`, those that look like options too. */
  readonly passThrough?: boolean;
  // A method, so that a command whose options are known precisely fits where any command goes.
  run(invocation: Invocation): Promise<number | void> | number | void;
}

/** A command that only has subcommands: `cuts cache`. */
export interface GroupCommand extends Omit<ActionCommand, "run" | "options" | "arguments" | "passThrough"> {
  readonly commands: readonly CommandSpec[];
}

/** Any command. */
export type CommandSpec = ActionCommand | GroupCommand;

/**
 * Checks an action against the types of its own options, and returns the command without them, so that commands fit into one list.
 */
export function command<
  const O extends Readonly<Record<string, OptionSpec>> = Readonly<Record<string, never>>,
>(
  spec: Omit<ActionCommand, "run" | "options"> & {
    readonly options?: O;
    readonly run: (invocation: Invocation<O>) => Promise<number | void> | number | void;
  },
): ActionCommand {
  return spec;
}
