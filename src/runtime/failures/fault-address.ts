// The device address at which the next launch of a stream reports a wrong value. It lies on a fault page of the stream, or of the
// graph that is being recorded.

import type { Report } from "./deferred-errors.js";
import { FaultPage, type FaultWords } from "./fault-page.js";
import { recordingOf } from "../graphs/recording.js";
import type { StreamCore } from "../order/stream-core.js";
import type { UserLine } from "./user-line.js";

/**
 * Where the launch that is given to a stream next reports; what it writes, which is declared, has a deferred error until then. `site` is
 * the line of the call, where the caller has taken that down.
 */
export function faultAddress(
  stream: StreamCore,
  explain: (words: FaultWords) => Error,
  site?: UserLine,
): number {
  const recording = recordingOf(stream);
  const page = recording === undefined ? pageOf(stream) : recording.faultPage();
  const { address, index } = page.add(explain, site);
  page.storage.order(stream, "write");
  // What a graph writes gets its deferred error when the graph is launched.
  if (recording === undefined) stream.work.addDeferredError({ report: page, first: index, end: index + 1 });
  return address;
}

/** A page of a stream that has room for one more launch, among the reports that whoever waits for the stream looks at. */
function pageOf(stream: StreamCore): FaultPage {
  const open = stream.faults.findLast(isOpenPage);
  if (open !== undefined) return open;
  const page = new FaultPage(stream, "stream");
  stream.faults.add(page);
  return page;
}

function isOpenPage(report: Report): report is FaultPage {
  return report instanceof FaultPage && report.of === "stream" && !report.isFull;
}
