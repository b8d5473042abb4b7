// The device address at which the next launch of a stream reports an error. It lies on a fault page of the stream, or of the graph
// that is being recorded.

import type { Report } from "./deferred-errors.js";
import { FaultPage, type FaultWords } from "./fault-page.js";
import { recordingOf } from "../graphs/recording.js";
import type { StreamCore } from "../order/stream-core.js";
import type { UserLine } from "./user-line.js";

/**
 * The address at which the next launch of a stream reports an error. The memory that the launch declared to write gets a deferred
 * error. `site` is the user's line, if the caller has captured it already.
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

/** A fault page of the stream with room for one more launch; waits for the stream read it. */
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
