import { expect, it } from "vitest";
import { wordsAt } from "./source-words.js";

const shown = (text: string): string | undefined => {
  const words = wordsAt(text, 1);
  return words && `${words.variable}[${words.index}] ${text.slice(0, words.length)}`;
};

it("tells what is accessed, and its index", () => {
  expect(shown("out[i + 1] = 2;")).toBe("out[i + 1] out[i + 1]");
  expect(shown("tile[y][x] += 1")).toBe("tile[x] tile[y][x]");
  expect(shown("*p->next = 0")).toBe("p->next[] *p->next");
  expect(shown("*(const float4*)(a + 1)")).toBe("a[] *(const float4*)(a");
  expect(shown("((volatile unsigned int *)s)[t]")).toBe("s[] ((volatile unsigned int *)s");
  expect(shown("state::total[k]++")).toBe("state::total[k] state::total[k]");
});

it("tells whether there are several indices", () => {
  expect(wordsAt("tile[y][x] += 1", 1)).toEqual({ variable: "tile", index: "x", length: 10, isNested: true });
  expect(wordsAt("a[b[i]] += 1", 1)).toEqual({ variable: "a", index: "b[i]", length: 7 });
});

it("tells what a member belongs to", () => {
  expect(wordsAt("sum += node->value;", 14)).toEqual({ variable: "node->value", index: "", length: 5 });
  expect(wordsAt("x = p[i].mass;", 10)).toEqual({ variable: "p[i].mass", index: "", length: 4 });
});

it("tells the argument that a function accesses, where there is one", () => {
  expect(shown("atomicAdd(&bins[b], 1);")).toBe("bins[b] atomicAdd(&bins[b]");
  expect(shown("__ldg(&in[i])")).toBe("in[i] __ldg(&in[i]");
  expect(shown("memcpy(to, from, 8)")).toBeUndefined();
  expect(shown("cg::memcpy_async(block, shared, in + at, size)")).toBeUndefined();
});
