// Brackets in C++ tokens: ( ) [ ] { }, and < > where they hold template arguments.

import type { Token } from "./lexer.js";

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * The index after the bracket that closes the one at `open`, or -1 if none does. `<` counts as a bracket only at `open` or directly
 * inside another `<`; within parentheses it is a comparison.
 */
export function closingIndex(tokens: readonly Token[], open: number): number {
  const stack: string[] = [];
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind === "punctuator" && !step(stack, token.text)) return -1;
    if (stack.length === 0) return index + 1;
  }
  return -1;
}

/** Splits a list at the commas outside brackets; an empty list has no parts. */
export function splitList(tokens: readonly Token[]): readonly (readonly Token[])[] {
  if (tokens.length === 0) return [];
  const parts: Token[][] = [[]];
  const stack: string[] = [];
  for (const token of tokens) {
    if (stack.length === 0 && token.text === ",") parts.push([]);
    else parts.at(-1)?.push(token);
    if (token.kind === "punctuator") step(stack, token.text);
  }
  return parts;
}

/** The index of a sign outside brackets, or -1. */
export function findOutside(tokens: readonly Token[], sign: string): number {
  const stack: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (stack.length === 0 && token.text === sign) return index;
    if (token.kind === "punctuator") step(stack, token.text);
  }
  return -1;
}

/** Pushes or pops a bracket; false if a sign closes a bracket that is not open. */
function step(stack: string[], sign: string): boolean {
  const top = stack.at(-1);
  const inAngles = top === undefined || top === ">";
  const closer = closers[sign];
  if (closer !== undefined && (sign !== "<" || inAngles)) stack.push(closer);
  else if (sign === top) stack.pop();
  else if (sign === ")" || sign === "]" || sign === "}" || (sign === ";" && inAngles)) return false;
  return true;
}
