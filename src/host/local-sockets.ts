// Connections between processes of one user on one machine.

import * as node from "./node/local-sockets.js";
import type { Connection } from "./shapes.js";

/** A place that others connect to. */
export interface LocalServer {
  /** How they find it. */
  readonly path: string;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

export interface LocalSockets {
  /** A connection to a server. It keeps no process alive. Errors and the end come as events. */
  connectTo(this: void, path: string): Connection;
  /** Opens a server with a path of its own, which nobody else can look into. It keeps no process alive, nor do its connections. */
  serveLocally(this: void, prefix: string, accept: (connection: Connection) => void): Promise<LocalServer>;
}

export const { connectTo, serveLocally }: LocalSockets = node;
