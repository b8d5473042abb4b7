// Checks the options that users pass to functions. An unknown option is usually another library's name for something; it is an
// error and never ignored. The check looks only at the options that were passed.

import { ArgumentTypeError } from "./errors.js";
import { formatValue, suggest } from "./text.js";

/** The names of the options of a function. */
export type OptionNames = ReadonlySet<string>;

/** The names of the options of an interface; all are there, for the type asks for each. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever calls it says which interface
export function optionNames<O extends object>(names: { readonly [K in keyof O]-?: true }): OptionNames {
  return new Set(Object.keys(names));
}

/** Throws unless options are an object with known ones; `action` as in "Cannot <action>". @throws TypeError `CUTS_OPTIONS`. */
export function checkOptions(options: unknown, names: OptionNames, action: string): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw noObject(options, names, action);
  for (const name in options) {
    if (!names.has(name) && (options as Record<string, unknown>)[name] !== undefined)
      throw unknown(name, options, names, action);
  }
}

function noObject(options: unknown, names: OptionNames, action: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_OPTIONS",
    `Cannot ${action}: its options must be an object (got ${formatValue(options)})\nTry: { ${[...names].join(", ")} }`,
  );
}

function unknown(name: string, options: object, names: OptionNames, action: string): ArgumentTypeError {
  const near = suggest(name, names);
  const hint = near === undefined ? "" : `\nTry: ${near}`;
  return new ArgumentTypeError(
    "CUTS_OPTIONS",
    `Cannot ${action}: it has no option "${name}", only ${[...names].join(", ")} (got ${formatValue(options)})${hint}`,
  );
}
