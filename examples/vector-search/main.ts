// Search over embeddings as an HTTP service that never blocks its event loop: POST /search { "vector": [...], "k": 5 } answers
// with the nearest vectors. Questions that come together are one product of matrices. load.ts measures it.

import * as cu from "cuts";
import { Batcher } from "../shared/batcher.js";
import { program } from "../shared/program.js";
import { BadRequest, serve, type Service } from "../shared/service.js";

/** A vector that was found: its number, and the cosine of the angle to what was asked. */
export interface Found {
  readonly id: number;
  readonly score: number;
}

/** Vectors that one can search. */
export class VectorIndex {
  readonly #vectors: cu.NDArray<"float32">;
  readonly #batcher: Batcher<Question, readonly Found[]>;
  readonly size: number;
  readonly width: number;

  /** Takes rows of numbers; their lengths do not count. */
  constructor(rows: cu.NDArray<"float32">) {
    const [size = 0, width = 0] = rows.shape;
    [this.size, this.width] = [size, width];
    this.#vectors = cu.scope(() => unit(rows).transpose().copy());
    this.#batcher = new Batcher((questions) => this.#answer(questions), 32);
  }

  /** How many batches there were, and how many questions in them. */
  get count(): Readonly<Record<"batches" | "questions", number>> {
    return this.#batcher.count;
  }

  /** The `k` nearest, nearest first. */
  search(vector: readonly number[], k: number): Promise<readonly Found[]> {
    return this.#batcher.ask({ vector, k });
  }

  async #answer(questions: readonly Question[]): Promise<readonly (readonly Found[])[]> {
    const most = Math.max(...questions.map(({ k }) => k));
    const asked = Float32Array.from(questions.flatMap(({ vector }) => vector));
    const best = cu.scope(() => {
      const scores = unit(cu.array(asked).reshape(questions.length, this.width)).matmul(this.#vectors);
      const { values, indices } = cu.topk(scores, most);
      return [values, indices] as const;
    });
    const [scores, ids] = await Promise.all([best[0].data(), best[1].data()]);
    for (const array of best) array.dispose();
    return questions.map(({ k }, row) =>
      Array.from({ length: k }, (_, at) => {
        const place = row * most + at;
        return { id: Number(ids[place]), score: scores[place] ?? 0 };
      }),
    );
  }
}

interface Question {
  readonly vector: readonly number[];
  readonly k: number;
}

function unit(rows: cu.NDArray<"float32">): cu.NDArray<"float32"> {
  return rows.div(rows.square().sum({ axis: 1, keepdims: true }).sqrt().add(1e-12));
}

/** The service. */
export function serveSearch(index: VectorIndex, port = 0): Promise<Service> {
  const routes = {
    "POST /search": async (body: Buffer) => {
      const { vector, k = 10 } = JSON.parse(body.toString()) as { vector?: unknown; k?: unknown };
      const isVector =
        Array.isArray(vector) && vector.length === index.width && vector.every(Number.isFinite);
      if (!isVector) throw new BadRequest(`vector must be ${index.width} numbers`);
      if (!Number.isInteger(k) || (k as number) < 1 || (k as number) > Math.min(100, index.size))
        throw new BadRequest(`k must be a whole number from 1 to ${Math.min(100, index.size)}`);
      return { found: await index.search(vector as number[], k as number) };
    },
  };
  return serve(routes, { port, stats: () => ({ vectors: index.size, width: index.width, ...index.count }) });
}

await program(
  import.meta.url,
  {
    vectors: [20_000, "how many there are to search"],
    width: [128, "numbers of a vector"],
    seed: [1, "where the vectors come from"],
    port: [8080, "the port; 0 for a free one"],
  },
  async ({ vectors, width, seed, port }) => {
    const index = new VectorIndex(cu.random.generator(seed).normal([vectors, width]));
    // The first search loads what all others use.
    await index.search(
      Array.from({ length: width }, () => 1),
      1,
    );
    const { url } = await serveSearch(index, port);
    console.log(`${vectors} vectors of ${width} numbers on ${cu.device().id}: ${url}`);
  },
);
