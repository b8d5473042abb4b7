// What only the engine knows of a value. It imports nothing above, because core/text.ts shows values by it.

import * as node from "./node/values.js";

export interface Values {
  /** Whether an object is a Proxy, whose traps might throw or lie. */
  isProxy(this: void, value: object | null): boolean;
  /** What an object says of itself where developers look at it (core/inspect-symbol.ts), on one line where it can be; undefined for nothing. */
  ownText(this: void, value: object): string | undefined;
}

export const { isProxy, ownText }: Values = node;
