// The conformance suite: what every device must do, written against the runtime's public functions only. A backend is
// done when this passes on it; what it cannot do is skipped by name, with the reason.

import { describe, expect, it } from "vitest";
import { argumentSuite } from "./arguments.js";
import { faultSuite } from "./faults.js";
import { graphSuite } from "./graphs.js";
import { hostMemorySuite } from "./host-memory.js";
import { launchSuite } from "./launches.js";
import { borrowedMemorySuite } from "./borrowed-memory.js";
import { lifetimeSuite } from "./lifetimes.js";
import { lossSuite } from "./losses.js";
import { memorySuite } from "./memory.js";
import { moduleSuite } from "./modules.js";
import { progressSuite } from "./progress.js";
import { sharingSuite } from "./sharing.js";
import { streamSuite } from "./streams.js";
import { type ConformanceOptions, Suite } from "./suite.js";

const parts: Readonly<Record<string, (suite: Suite) => void>> = {
  memory: memorySuite,
  streams: streamSuite,
  modules: moduleSuite,
  launches: launchSuite,
  arguments: argumentSuite,
  progress: progressSuite,
  graphs: graphSuite,
  "host memory": hostMemorySuite,
  "borrowed memory": borrowedMemorySuite,
  sharing: sharingSuite,
  lifetimes: lifetimeSuite,
  losses: lossSuite,
  // Last: what a device does not survive must not hide the rest.
  faults: faultSuite,
};

/** Runs the whole suite for one device, inside a test file. */
export function runConformance(options: ConformanceOptions): void {
  const skip = new Map(
    (options.skip ?? []).flatMap(({ reason, tests }) => tests.map((name) => [name, reason] as const)),
  );
  describe(`the device ${options.device}`, () => {
    for (const [part, define] of Object.entries(parts)) {
      describe(part, () => {
        define(new Suite(part, options, skip));
        skip.delete(`${part}: *`);
      });
    }
  });
  it("skips only tests that exist", () => {
    expect([...skip.keys()]).toEqual([]);
  });
}
