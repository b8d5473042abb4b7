// What a net of the benchmark is: a step of its training, and what the first one is given.

import type { NDArray } from "../../src/index.js";
import type { AdamState, Stepped } from "./adam.js";

export interface Net {
  readonly step: (state: AdamState, batch: readonly NDArray[]) => Stepped;
  readonly state: AdamState;
  readonly batch: readonly NDArray[];
}
