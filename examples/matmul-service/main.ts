// Products of matrices as an HTTP service. Requests that come together and have one shape are one batched product.
// POST /matmul with the header "x-shape: rows,inner,columns" and both matrices as float32; the answer is the product as float32.

import * as cu from "cuts";
import { Batcher } from "../shared/batcher.js";
import { program } from "../shared/program.js";
import { BadRequest, serve, type Service } from "../shared/service.js";

const MOST = 1024;

/** Two matrices, row after row. */
export interface Product {
  readonly shape: readonly [rows: number, inner: number, columns: number];
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** All products, those of one shape as one product of stacks of matrices. */
export async function multiply(products: readonly Product[]): Promise<readonly Float32Array[]> {
  const shapes = new Map<string, number[]>();
  for (const [at, { shape }] of products.entries())
    shapes.set(shape.join(), [...(shapes.get(shape.join()) ?? []), at]);
  const results: Float32Array[] = [];
  await Promise.all(
    Array.from(shapes.values(), async (places) => {
      const own = places.map((at) => products[at] as Product);
      const [rows, inner, columns] = (own[0] as Product).shape;
      using a = cu.array(joined(own.map((one) => one.a))).reshape(own.length, rows, inner);
      using b = cu.array(joined(own.map((one) => one.b))).reshape(own.length, inner, columns);
      using product = a.matmul(b);
      const numbers = await product.data();
      const size = rows * columns;
      for (const [k, at] of places.entries()) results[at] = numbers.slice(k * size, (k + 1) * size);
    }),
  );
  return results;
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The service. */
export function serveMatmul(port = 0): Promise<Service> {
  const batcher = new Batcher(multiply, 64);
  const routes = {
    "POST /matmul": async (
      body: Buffer,
      { headers }: { readonly headers: NodeJS.Dict<string | string[]> },
    ) => {
      const result = await batcher.ask(read(body, String(headers["x-shape"])));
      return new Uint8Array(result.buffer);
    },
  };
  return serve(routes, { port, stats: () => batcher.count });
}

function read(body: Buffer, text: string): Product {
  const shape = text.split(",").map(Number);
  const [rows = 0, inner = 0, columns = 0] = shape;
  if (shape.length !== 3 || !shape.every((size) => Number.isInteger(size) && size > 0 && size <= MOST))
    throw new BadRequest(`x-shape must be rows,inner,columns of 1 to ${MOST} (got ${text})`);
  const count = rows * inner + inner * columns;
  if (body.length !== 4 * count)
    throw new BadRequest(`the body must have ${4 * count} bytes (got ${body.length})`);
  // A copy: what the network gives need not lie on 4 bytes.
  const numbers = new Float32Array(new Uint8Array(body).buffer);
  const split = rows * inner;
  return { shape: [rows, inner, columns], a: numbers.subarray(0, split), b: numbers.subarray(split) };
}

await program(import.meta.url, { port: [8081, "the port; 0 for a free one"] }, async ({ port }) => {
  const { url } = await serveMatmul(port);
  console.log(`products of matrices on ${cu.device().id}: ${url}`);
});
