// What a net of the benchmark is: a step of its training, and what the first one is given.

import type * as cu from "../../src/index.js";
import type { AdamState, Stepped } from "./adam.js";

export interface Net {
  readonly step: (state: AdamState, batch: readonly cu.NDArray[]) => Stepped;
  readonly state: AdamState;
  readonly batch: readonly cu.NDArray[];
}
