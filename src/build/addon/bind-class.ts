// A class of an addon as a JavaScript class. Each object owns a C++ value, which is deleted by dispose() or by the garbage
// collector.

import { ArgumentTypeError } from "../../core/errors.js";
import type { AddonCore } from "./addon-core.js";
import { bindAll, type Invoke } from "./bind-function.js";
import type { ClassDefinition, Definition } from "./connection.js";

/** A class whose objects live in an addon. */
export type AddonClass = new (...args: unknown[]) => object;

/** Makes the class of the definition with this index. */
export function bindClass(core: AddonCore, definition: ClassDefinition, index: number): AddonClass {
  const { name, members } = definition;
  const constructors = members.filter(({ kind }) => kind === "constructor");
  const construct: Invoke =
    constructors.length === 0 ? noConstructor(name) : bindAll(core, constructors, name);
  // oxlint-disable-next-line typescript/no-extraneous-class -- its members are defined below, as the addon has them
  const Class = class {
    constructor(...args: unknown[]) {
      construct(this, args);
    }
  };
  Object.defineProperty(Class, "name", { value: name });
  const { prototype } = Class;
  define(prototype, "dispose", function (this: object) {
    core.connection.dispose(index, this);
  });
  define(prototype, Symbol.dispose, function (this: object) {
    core.connection.dispose(index, this);
  });
  for (const [key, group] of groupsOf(members)) defineMember(core, Class, name, key, group);
  core.prototypes[index] = prototype;
  return Class;
}

function defineMember(
  core: AddonCore,
  Class: AddonClass,
  className: string,
  key: string,
  group: readonly Definition[],
): void {
  const of = (kind: Definition["kind"]): Invoke | undefined => {
    const definitions = group.filter((one) => one.kind === kind);
    return definitions.length === 0 ? undefined : bindAll(core, definitions, `${className}.${key}`);
  };
  const [method, getter, setter, own] = [of("method"), of("getter"), of("setter"), of("static")];
  const prototype = Class.prototype as object;
  if (method !== undefined) {
    define(prototype, key, function (this: object, ...args: unknown[]) {
      return method(this, args);
    });
  }
  if (own !== undefined) define(Class, key, (...args: unknown[]) => own(undefined, args));
  if (getter === undefined) return;
  Object.defineProperty(prototype, key, {
    configurable: true,
    get(this: object) {
      return getter(this, []);
    },
    ...(setter && {
      set(this: object, value: unknown) {
        setter(this, [value]);
      },
    }),
  });
}

function groupsOf(members: readonly Definition[]): Map<string, Definition[]> {
  const groups = new Map<string, Definition[]>();
  for (const member of members) {
    if (member.kind !== "constructor") groups.set(member.name, [...(groups.get(member.name) ?? []), member]);
  }
  return groups;
}

function define(target: object, key: string | symbol, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}

function noConstructor(name: string): Invoke {
  return () => {
    throw new ArgumentTypeError(
      "CUTS_NO_CONSTRUCTOR",
      `Cannot make a ${name}: the class has no constructor; its objects come from functions of the addon`,
    );
  };
}
