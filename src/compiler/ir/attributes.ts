// Attributes of functions: words such as `noinline`, `memory(none)` and `"key"="value"`. A function has its own ones, and may refer to a
// group `#0` of the module.

import { Cursor } from "./cursor.js";
import type { IrFunction, IrModule } from "./module.js";

/** The attributes that the text of a group has. */
export function attributesIn(group: string): string[] {
  const c = new Cursor(group);
  const found: string[] = [];
  for (let next = c.peek(); next !== ""; next = c.peek()) {
    const start = c.at;
    for (; c.at < group.length && group[c.at] !== " "; ) {
      if (group[c.at] === '"') c.quoted();
      else if (group[c.at] === "(") c.bracket();
      else c.at++;
    }
    found.push(group.slice(start, c.at));
  }
  return found;
}

/** Adds groups of attributes to those of a module. */
export class AttributeWriter {
  readonly #groups: Map<string, string>;
  #next: number;

  constructor({ attributeGroups }: Pick<IrModule, "attributeGroups">) {
    this.#groups = new Map(attributeGroups);
    this.#next = 0;
    for (const name of attributeGroups.keys()) this.#next = Math.max(this.#next, Number(name.slice(1)) + 1);
  }

  /** Adds a group and gives its name, `#n`. */
  add(attributes: readonly string[]): string {
    const name = `#${this.#next++}`;
    this.#groups.set(name, attributes.join(" "));
    return name;
  }

  get groups(): ReadonlyMap<string, string> {
    return this.#groups;
  }
}

/** The first group that a function has. */
export function groupOf(f: IrFunction): string | undefined {
  return f.attributes.find((one) => one.startsWith("#"));
}

/** Tells of a module's functions whether they have an attribute, themselves or by a group. */
export function havingAttribute(
  { attributeGroups }: Pick<IrModule, "attributeGroups">,
  attribute: string,
): (f: Pick<IrFunction, "attributes">) => boolean {
  const has = new Set([attribute]);
  for (const [name, text] of attributeGroups) {
    if (text.includes(attribute) && attributesIn(text).includes(attribute)) has.add(name);
  }
  return ({ attributes }) => attributes.some((one) => has.has(one));
}
