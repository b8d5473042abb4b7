// The command line as a function: arguments in, exit code out. It builds commander's program from the command data and never ends
// the process, so that tests can call it.

import { Argument, Command, CommanderError, Option } from "commander";
import { cutsVersion } from "../index.js";
import type { ActionCommand, CommandSpec, Example, OptionSpec } from "./command.js";
import { commands } from "./commands.js";
import { exitCodes } from "./exit-codes.js";
import { describeFailure } from "./failure.js";
import { type CliIo, createUi, type Ui, wantsColour } from "./ui.js";

/** Runs one command line (without "node" and the script) and returns its exit code. */
export async function runCli(
  argv: readonly string[],
  io: CliIo,
  table: readonly CommandSpec[] = commands,
): Promise<number> {
  const ui = createUi(io);
  let exitCode: number = exitCodes.ok;
  const program = new Command("cuts")
    .description("CUDA and native code from TypeScript.")
    .version(cutsVersion(), "-V, --version", "print the version of CuTS")
    .addHelpText("after", examplesText(rootExamples));
  adopt(program, io);
  for (const spec of table) program.addCommand(build(spec, io, ui, (code) => (exitCode = code)));
  try {
    const direct = passedThrough(argv, table);
    if (direct !== undefined) return (await direct.run({ options: {}, args: argv.slice(1), ui })) ?? 0;
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    // Commander has written its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.notDone;
    ui.note(describeFailure(error, io.environment["CUTS_DEBUG"]));
    return exitCodes.notDone;
  }
  return exitCode;
}

// A command that reads its words itself; its help is commander's like that of all others.
function passedThrough(
  [name, first]: readonly string[],
  table: readonly CommandSpec[],
): ActionCommand | undefined {
  if (first === undefined || first === "-h" || first === "--help") return undefined;
  return table.find(
    (spec): spec is ActionCommand => spec.name === name && "run" in spec && spec.passThrough === true,
  );
}

const rootExamples: readonly Example[] = [
  { line: "cuts run saxpy.cu", does: "compile a CUDA program and run it, with or without a GPU" },
  { line: "cuts doctor", does: "see what this machine has: compilers, drivers, libraries" },
  { line: "cuts cache info", does: "see where compiled code is kept, and how much" },
  { line: "cuts help doctor", does: "learn about one command" },
];

function build(spec: CommandSpec, io: CliIo, ui: Ui, exit: (code: number) => void): Command {
  const built = new Command(spec.name).summary(spec.summary).description(describe(spec));
  adopt(built, io);
  for (const alias of spec.aliases ?? []) built.alias(alias);
  if (spec.examples !== undefined) built.addHelpText("after", examplesText(spec.examples));
  if ("commands" in spec) {
    for (const child of spec.commands) built.addCommand(build(child, io, ui, exit));
    return built;
  }
  built.helpCommand(false);
  const options = Object.entries(spec.options ?? {});
  const switchesOff = Object.fromEntries(
    options.filter(([, { value }]) => value === undefined).map(([key]) => [key, false]),
  );
  for (const [key, option] of options) built.addOption(toOption(key, option));
  for (const { name, summary, required = false, variadic = false } of spec.arguments ?? []) {
    const shown = `${name}${variadic ? "..." : ""}`;
    built.addArgument(new Argument(required ? `<${shown}>` : `[${shown}]`, summary));
  }
  built.action(async () => {
    const code = await spec.run({
      options: { ...switchesOff, ...built.opts<Record<string, boolean>>() },
      args: built.args,
      ui,
    });
    exit(code ?? 0);
  });
  return built;
}

/** The manners all commands share: no exit of the process, our streams, a pointer to the help after a mistake. */
function adopt(command: Command, io: CliIo): void {
  command
    .exitOverride()
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => void io.out.write(text),
      writeErr: (text) => void io.err.write(text),
      getOutHelpWidth: () => io.out.columns ?? 80,
      getErrHelpWidth: () => io.err.columns ?? 80,
      getOutHasColors: () => wantsColour(io.out, io.environment),
      getErrHasColors: () => wantsColour(io.err, io.environment),
      outputError: (text, write) => {
        write(text);
        write(`Try: ${pathOf(command)} --help\n`);
      },
    });
}

function toOption(key: string, { short, value, summary }: OptionSpec): Option {
  const long = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const flags = `${short === undefined ? "" : `-${short}, `}${long}${value === undefined ? "" : ` <${value}>`}`;
  return new Option(flags, summary);
}

function describe(spec: CommandSpec): string {
  const summary = `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`;
  return spec.description === undefined ? summary : `${summary}\n\n${spec.description}`;
}

function examplesText(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return ["\nExamples:", ...examples.map(({ line, does }) => `  ${line.padEnd(width)}  ${does}`)].join("\n");
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
