// Parses the parameter list of a C++ template, `typename T, int N = 256`: names, kinds and defaults. Types remain text.

import { findOutside, splitList } from "./brackets.js";
import type { Token } from "./lexer.js";
import { isReserved } from "./words.js";

/** One parameter of a template. */
export interface TemplateParameter {
  /** Absent in `template <typename, int>`. */
  readonly name?: string;
  /** "type" for `typename T` and `class T`; "value" for `int N`, a concept or a template. */
  readonly kind: "type" | "value";
  /** True for `typename... Ts`. */
  readonly isPack: boolean;
  /** The tokens after `=`. */
  readonly fallback?: readonly Token[];
}

/** Reads the tokens between `<` and `>`. */
export function parseTemplateList(tokens: readonly Token[]): readonly TemplateParameter[] {
  return splitList(tokens).map((part) => {
    const equals = findOutside(part, "=");
    const head = equals === -1 ? part : part.slice(0, equals);
    const last = head.at(-1);
    const isNamed =
      last?.kind === "identifier" && head.length > 1 && !isReserved(last.text) && head.at(-2)?.text !== "::";
    const isType = head[0]?.text === "typename" || head[0]?.text === "class";
    return {
      kind: isType ? "type" : "value",
      isPack: head.some((token) => token.text === "..."),
      ...(isNamed && { name: last.text }),
      ...(equals !== -1 && { fallback: part.slice(equals + 1) }),
    };
  });
}
