/** For the end of a switch: the types say that all cases are handled before. */
export function missedCase(value: never): never {
  throw new Error(`internal: no case for ${JSON.stringify(value)}`);
}
