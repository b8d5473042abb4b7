// Where tests find what the examples import by the name of the package: its sources, as `paths` of tsconfig.json has it.

import { fileURLToPath } from "node:url";

const source = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** For `resolve.alias` of a configuration of Vitest. */
export const packageAlias = [
  { find: /^cuts$/, replacement: source("index.ts") },
  { find: /^cuts\/distributed$/, replacement: source("distributed/distributed.ts") },
];
