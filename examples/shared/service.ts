// A small HTTP service: routes, bodies with a limit, errors as JSON, and how long its event loop was held up.

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a route gives back: JSON, or bytes. */
type Answer = Uint8Array | object;

/** Answers to requests by method and path: "POST /search". */
export type Routes = Readonly<
  Record<string, (body: Buffer, request: IncomingMessage) => Answer | Promise<Answer>>
>;

/** A service that listens. */
export interface Service extends AsyncDisposable {
  readonly url: string;
}

/** A request that is wrong: its sender is told why. */
export class BadRequest extends Error {}

/** Starts a service on a port of this machine, 0 for a free one. `GET /stats` says how long the event loop was held up. */
export async function serve(
  routes: Routes,
  { port = 0, mostBytes = 8 << 20, stats = () => ({}) } = {},
): Promise<Service> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const ms = (nanoseconds: number): number => Number((nanoseconds / 1e6).toFixed(2));
  const all: Routes = {
    ...routes,
    "GET /stats": () => {
      const eventLoopDelayMs = {
        p50: ms(delay.percentile(50)),
        p99: ms(delay.percentile(99)),
        max: ms(delay.max),
      };
      delay.reset();
      return { ...stats(), eventLoopDelayMs };
    },
  };
  const server = createServer((request, response) => {
    const send = (status: number, answer: Answer): void => {
      const isBytes = answer instanceof Uint8Array;
      response.writeHead(status, {
        "content-type": isBytes ? "application/octet-stream" : "application/json",
      });
      response.end(isBytes ? answer : `${JSON.stringify(answer)}\n`);
    };
    const route = all[`${request.method} ${request.url}`];
    if (route === undefined) return send(404, { error: `there is ${Object.keys(all).join(", ")}` });
    bodyOf(request, mostBytes)
      .then((body) => route(body, request))
      .then((answer) => send(200, answer))
      .catch((error: unknown) => {
        const isTheirs = error instanceof BadRequest || error instanceof SyntaxError;
        if (!isTheirs) console.error(error);
        send(isTheirs ? 400 : 500, { error: isTheirs ? error.message : "the service failed" });
      });
  });
  await listening(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      delay.disable();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) throw new BadRequest(`a body has at most ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
