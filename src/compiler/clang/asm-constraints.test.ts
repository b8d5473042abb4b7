import { expect, it } from "vitest";
import { plainConstraints } from "./asm-constraints.js";

it.each([
  [
    'asm("add.f32 %0, %1;" : "=f"(x) : "f"(y), "l"(p));',
    'asm("add.f32 %0, %1;" : "=r"(x) : "r"(y), "r"(p));',
  ],
  [
    'asm volatile ("x (\\"f\\") %0;" : "+d" (x), [n] "=&h"(z) :: "memory");',
    'asm volatile ("x (\\"f\\") %0;" : "+r" (x), [n] "=&r"(z) :: "memory");',
  ],
  [
    '#define A(x) \\\n  __asm__ __volatile__ \\\n  ("" : "=f"((x)[0]))',
    '#define A(x) \\\n  __asm__ __volatile__ \\\n  ("" : "=r"((x)[0]))',
  ],
  ['puts("f"); f("f"(x));', 'puts("f"); f("f"(x));'],
  ['int x __asm__("f"); g("l"(y));', 'int x __asm__("f"); g("l"(y));'],
])("%s", (text, plain) => {
  expect(plainConstraints(text)).toBe(plain);
});
