// The capability to record work once and to launch it many times.

import type { BackendStream } from "./streams.js";
import type { Work } from "./work.js";

/** Work that was recorded once and is launched many times; see {@link BackendGraphs}. */
export interface BackendGraph {
  dispose(): void;
}

/**
 * Records graphs. Between `begin` and `end`, work submitted to the stream is recorded instead of run, and nothing may wait for it.
 */
export interface BackendGraphs {
  begin(stream: BackendStream): void;
  /** Ends the recording. Takes ownership of `previous` and turns it into the new graph if that is cheaper. */
  end(stream: BackendStream, previous?: BackendGraph): BackendGraph;
  /** Discards a recording after an error. */
  cancel(stream: BackendStream): void;
  launch(graph: BackendGraph, stream: BackendStream, work: Work): void;
  /**
   * Replaces the parameters of the launch with this index, for later launches of the graph. False if the graph must be recorded
   * again instead.
   */
  setArguments(graph: BackendGraph, index: number, parameters: Uint8Array): boolean;
}
