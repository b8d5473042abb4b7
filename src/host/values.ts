// Properties of values that only the JavaScript engine knows. This file must not import core/, because core/text.ts uses it.

import * as node from "./node/values.js";

export interface Values {
  /** Whether an object is a Proxy, whose traps might throw or lie. */
  isProxy(this: void, value: object | null): boolean;
  /**
   * The text that an object defines for inspection (core/inspect-symbol.ts), on one line if possible; undefined if it defines none.
   */
  ownText(this: void, value: object): string | undefined;
}

export const { isProxy, ownText }: Values = node;
