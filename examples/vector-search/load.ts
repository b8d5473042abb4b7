// Measures the search service: many connections ask one question after the other; then says how long answers took, and how long the
// event loop of the service was held up.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program } from "../shared/program.js";

/** What was measured, in milliseconds and answers a second. */
export interface Measured {
  readonly answers: number;
  readonly perSecond: number;
  readonly latencyMs: Readonly<Record<"p50" | "p95" | "p99" | "max", number>>;
  readonly stats: Readonly<Record<string, unknown>>;
}

/** Asks a service for some seconds. */
export async function measure(url: string, connections: number, seconds: number): Promise<Measured> {
  const stats = async () => (await (await fetch(`${url}/stats`)).json()) as { readonly width: number };
  // What was before, the start of the service among it, does not count.
  const { width } = await stats();
  const times: number[] = [];
  const begun = performance.now();
  const ask = async (connection: number): Promise<void> => {
    for (let k = 0; performance.now() - begun < seconds * 1000; k++) {
      const vector = Array.from({ length: width }, (_, i) => Math.sin(connection * 1000 + k + i * i));
      const since = performance.now();
      const response = await fetch(`${url}/search`, {
        method: "POST",
        body: JSON.stringify({ vector, k: 10 }),
      });
      const answer = (await response.json()) as { readonly error?: string };
      if (!response.ok) throw new Error(answer.error);
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => ask(connection)));
  const elapsed = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    Number((times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1));
  return {
    answers: times.length,
    perSecond: Math.round(times.length / elapsed),
    latencyMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    stats: await stats(),
  };
}

await program(
  import.meta.url,
  {
    url: ["", "a service; one is started without"],
    connections: [16, "how many ask at once"],
    seconds: [3, "how long"],
  },
  async ({ url, connections, seconds }) => {
    if (url !== "") return console.log(await measure(url, connections, seconds));
    const device = process.argv.find((word) => word.startsWith("--device="));
    const words = [
      join(import.meta.dirname, "main.ts"),
      "--port",
      "0",
      ...(device === undefined ? [] : [device]),
    ];
    // A process of its own, so that the two do not share an event loop.
    const service = spawn(process.execPath, [...process.execArgv, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [line] = (await once(createInterface(service.stdout), "line")) as [string];
      console.log(line);
      console.log(await measure(line.split(": ").at(-1) ?? "", connections, seconds));
    } finally {
      service.kill();
    }
  },
);
