// Opens a built addon: a Node-API module that includes cuts/extension.h. The main thread and each worker thread open their own
// copy; within one thread, a file is opened once.

import { constants } from "node:os";
import { CutsError } from "../../core/errors.js";
import { AddonCore } from "./addon-core.js";
import type { AddonPlace } from "./addon-place.js";
import { bindAll } from "./bind-function.js";
import { bindClass } from "./bind-class.js";
import { ADDON_ABI, type AddonExports, type Connection, valueOf } from "./connection.js";
import { nativePlace } from "./native-place.js";
import { moduleTypes } from "./type-text.js";

/** The key of an addon's information. */
export const addonInfo: unique symbol = Symbol.for("cuts.addonInfo");

/** What is known about an addon besides its functions. */
export interface AddonInfo {
  readonly name: string;
  /** The file that was opened; absent for WebAssembly. */
  readonly path?: string;
  /** The module's own description. */
  readonly doc: string;
  /** The text of a `.d.ts` file with the types of all it has. */
  readonly types: string;
}

/** The functions, classes and constants of an addon. `T` are their types, as {@link AddonInfo.types} has them. */
export type Addon<T extends object = Readonly<Record<string, unknown>>> = Readonly<T> & {
  readonly [addonInfo]: AddonInfo;
};

/**
 * Opens the file of an addon. `name` is what messages call it.
 * @throws CutsError `CUTS_ADDON_LOAD` for a file that the system's loader refuses or that is no addon of this version.
 */
export function openAddon<T extends object = Readonly<Record<string, unknown>>>(
  path: string,
  name: string,
): Addon<T> {
  let addon = opened.get(path);
  if (addon === undefined) {
    const start = (core: AddonCore): Connection => closeAtExit(connect(openFile(path, core), core));
    addon = makeAddon(name, nativePlace, start, path);
    opened.set(path, addon);
  }
  return addon as Addon<T>;
}

const opened = new Map<string, Addon>();

/** The functions, classes and constants of an addon whose code runs at `place`; `start` connects to it. */
export function makeAddon(
  name: string,
  place: AddonPlace,
  start: (core: AddonCore) => Connection,
  path?: string,
): Addon {
  const core = new AddonCore(name, place);
  core.connect(start(core));
  const { doc, members, classes, attributes } = core.description;
  const addon: Record<string | symbol, unknown> = {};
  for (const attribute of attributes) addon[attribute.name] = valueOf(attribute.value);
  for (const key of new Set(members.map((member) => member.name))) {
    const invoke = bindAll(
      core,
      members.filter((member) => member.name === key),
      key,
    );
    const call = (...args: unknown[]): unknown => invoke(undefined, args);
    addon[key] = Object.defineProperty(call, "name", { value: key });
  }
  for (const [index, one] of classes.entries()) addon[one.name] = bindClass(core, one, index);
  let types: string | undefined;
  const info: AddonInfo = {
    name,
    ...(path !== undefined && { path }),
    doc,
    get types() {
      return (types ??= moduleTypes(core.description));
    },
  };
  Object.defineProperty(addon, addonInfo, { value: info });
  return Object.freeze(addon) as Addon;
}

function openFile(path: string, core: AddonCore): AddonExports {
  const file: { exports: AddonExports } = { exports: {} };
  try {
    // Now, not at the first call: a function that is missing would end the process there.
    process.dlopen(file, path, constants.dlopen.RTLD_NOW);
  } catch (error) {
    if ((error as Error).message.startsWith("Module did not self-register")) {
      throw withoutModule(core.name, error);
    }
    throw new CutsError(
      "CUTS_ADDON_LOAD",
      `Cannot load the addon ${core.name}: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  return file.exports;
}

/** The error for a source that includes cuts/extension.h and declares no module. */
export function withoutModule(name: string, cause: unknown): CutsError {
  return new CutsError(
    "CUTS_ADDON_LOAD",
    `Cannot load the addon ${name}: one of its sources must have a CUTS_MODULE, since they include cuts/extension.h (got none)\n` +
      'Try: CUTS_MODULE(m) { m.def("add", &add); }, or extern "C" functions without cuts/extension.h',
    { cause },
  );
}

/** Asks an addon for the description of its module. @throws CutsError `CUTS_ADDON_LOAD` */
export function connect({ cutsAbi, connect: start }: AddonExports, core: AddonCore): Connection {
  if (start === undefined || cutsAbi !== ADDON_ABI) {
    throw new CutsError(
      "CUTS_ADDON_LOAD",
      `Cannot load the addon ${core.name}: it must be built with version ${ADDON_ABI} of cuts/extension.h ` +
        `(got ${cutsAbi === undefined ? "another kind of module" : `version ${cutsAbi}`})\nTry: build it again`,
    );
  }
  try {
    return start(core.host(), core.frame.slots);
  } catch (error) {
    throw new CutsError(
      "CUTS_ADDON_LOAD",
      `Cannot load the addon ${core.name}: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

const connections: Connection[] = [];

/** Threads of async functions that wait for this one must not hold up the end of the process. (WebAssembly has no such threads.) */
function closeAtExit(connection: Connection): Connection {
  if (connections.length === 0) {
    process.once("exit", () => {
      for (const one of connections) one.close();
    });
  }
  connections.push(connection);
  return connection;
}
