// The services of examples: what they answer, also to wrong requests, and that they answer together what comes together.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { serveMatmul } from "../../examples/matmul-service/main.js";
import { Batcher } from "../../examples/shared/batcher.js";
import type { Service } from "../../examples/shared/service.js";
import { measure } from "../../examples/vector-search/load.js";
import { serveSearch, VectorIndex } from "../../examples/vector-search/main.js";

describe("a batcher", () => {
  it("answers together what comes together, so many at once, in order", async () => {
    const batches: (readonly number[])[] = [];
    const batcher = new Batcher(async (questions: readonly number[]) => {
      batches.push(questions);
      return questions.map((one) => one * 2);
    }, 3);
    expect(await Promise.all([1, 2, 3, 4, 5].map((one) => batcher.ask(one)))).toEqual([2, 4, 6, 8, 10]);
    expect(await batcher.ask(6)).toBe(12);
    expect(batches).toEqual([[1, 2, 3], [4, 5], [6]]);
    expect(batcher.count).toEqual({ batches: 3, questions: 6 });
  });

  it("fails for those of a batch that fails, and goes on", async () => {
    const batcher = new Batcher(async ([first]: readonly number[]) => {
      if (first === 1) throw new Error("no ones");
      return [first];
    }, 1);
    const answers = await Promise.allSettled([batcher.ask(1), batcher.ask(2)]);
    expect(answers).toMatchObject([{ reason: { message: "no ones" } }, { value: 2 }]);
  });
});

describe("vector-search", () => {
  let service: Service;
  let rows: Float32Array;
  beforeAll(async () => {
    using vectors = cu.random.generator(7).normal([50, 8]);
    rows = await vectors.data();
    service = await serveSearch(new VectorIndex(vectors));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const search = async (body: unknown) => {
    const response = await fetch(`${service.url}/search`, { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const row = (id: number): readonly number[] => [...rows.subarray(8 * id, 8 * id + 8)];

  it("finds the nearest vectors, as a plain search does", async () => {
    const asked = [0, 13, 49].map((id) => row(id).map((value) => value * 3 + 0.1));
    const answers = await Promise.all(asked.map((vector, at) => search({ vector, k: at + 2 })));
    const cosine = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));
    for (const [at, vector] of asked.entries()) {
      const expected = Array.from({ length: 50 }, (_, id) => ({ id, score: cosine(vector, row(id)) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, at + 2)
        .map(({ id, score }) => ({ id, score: expect.closeTo(score, 5) as number }));
      expect(answers[at]).toEqual({ status: 200, found: expected });
    }
  });

  it("tells what is wrong with a request", async () => {
    expect(await search({ vector: [1] })).toEqual({ status: 400, error: "vector must be 8 numbers" });
    expect(await search({ vector: row(0), k: 51 })).toMatchObject({
      status: 400,
      error: expect.stringContaining("1 to 50") as string,
    });
    const broken = await fetch(`${service.url}/search`, { method: "POST", body: "{" });
    expect(broken.status).toBe(400);
    expect((await fetch(`${service.url}/nothing`)).status).toBe(404);
  });

  it("is measured: answers, latencies, and what held up the event loop", async () => {
    const measured = await measure(service.url, 4, 0.2);
    expect(measured.answers).toBeGreaterThanOrEqual(4);
    expect(measured.latencyMs.max).toBeGreaterThanOrEqual(measured.latencyMs.p50);
    expect(measured.stats).toMatchObject({
      vectors: 50,
      eventLoopDelayMs: { max: expect.any(Number) as number },
    });
  });
});

describe("matmul-service", () => {
  it("multiplies matrices, and refuses what does not fit", async () => {
    await using service = await serveMatmul();
    const post = (shape: string, numbers: readonly number[]) =>
      fetch(`${service.url}/matmul`, {
        method: "POST",
        headers: { "x-shape": shape },
        body: Float32Array.from(numbers),
      });
    const [one, two, three] = await Promise.all([
      post("2,3,1", [1, 2, 3, 4, 5, 6, 1, 10, 100]),
      post("1,1,2", [3, 5, 7]),
      post("2,3,1", [1, 0, 0, 0, 1, 0, 7, 8, 9]),
    ]);
    const numbers = async (response: Response) => [...new Float32Array(await response.arrayBuffer())];
    expect(await numbers(one)).toEqual([321, 654]);
    expect(await numbers(two)).toEqual([15, 21]);
    expect(await numbers(three)).toEqual([7, 8]);
    const short = await post("2,2,2", [1, 2, 3]);
    expect(short.status).toBe(400);
    expect(await short.json()).toEqual({ error: "the body must have 32 bytes (got 12)" });
    expect((await post("0,2,2", [])).status).toBe(400);
  });
});
