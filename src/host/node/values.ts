// What only the engine knows of a value, by Node.

import { inspect, types } from "node:util";

export function isProxy(value: object | null): boolean {
  return types.isProxy(value);
}

export function ownText(value: object): string | undefined {
  return inspect.custom in value ? inspect(value, { depth: 0 }) : undefined;
}
