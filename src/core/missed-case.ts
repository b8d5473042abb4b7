/** Throws at the end of a switch in which, by the types, all cases were handled. */
export function missedCase(value: never): never {
  throw new Error(`internal: no case for ${JSON.stringify(value)}`);
}
