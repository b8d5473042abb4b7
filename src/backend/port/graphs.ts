// The capability to record work once and to launch it many times.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";

/** Work that was recorded once and is launched many times; see {@link BackendGraphs}. */
export interface BackendGraph {
  dispose(): void;
}

/** Graphs. Between `begin` and `end` work given to a stream is recorded instead of done; nothing awaits it. */
export interface BackendGraphs {
  begin(stream: BackendStream): void;
  /** Ends the recording. A `previous` graph is taken over: it is changed into the new one where that is cheaper. */
  end(stream: BackendStream, previous?: BackendGraph): BackendGraph;
  /** Ends a recording that went wrong. */
  cancel(stream: BackendStream): void;
  launch(graph: BackendGraph, stream: BackendStream, work: Work): void;
  /**
   * Gives one launch of the graph, counted from 0 among its launches, other arguments from the next launch of the graph
   * on. False where only recording it anew can.
   */
  setArguments(graph: BackendGraph, index: number, parameters: Uint8Array): boolean;
}
