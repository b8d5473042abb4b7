// Connections between processes of one user on one machine.

import * as node from "./node/local-sockets.js";
import type { Connection } from "./shapes.js";

/** A server for connections of other processes. */
export interface LocalServer {
  /** The path by which they connect. */
  readonly path: string;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

export interface LocalSockets {
  /** Connects to a server. The connection does not keep the process alive. Errors and the end are reported as events. */
  connectTo(this: void, path: string): Connection;
  /** Opens a server at a new path in a private folder. Neither the server nor its connections keep the process alive. */
  serveLocally(this: void, prefix: string, accept: (connection: Connection) => void): Promise<LocalServer>;
}

export const { connectTo, serveLocally }: LocalSockets = node;
