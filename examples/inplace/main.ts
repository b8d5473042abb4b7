// C++ works in the memory of an array: nothing is copied. Run: npx tsx examples/inplace/main.ts

import * as cu from "cuts";

const { myfunc } = await cu.load<{ myfunc(x: cu.NDArray<"float64">, factor?: number): void }>({
  directory: import.meta.dirname,
  sources: "myfunc.cpp",
});

using x = cu.array([1, 2, 3], { dtype: "float64", device: "cpu" });
myfunc(x);
console.log(await x.tolist());
myfunc(x, 0.5);
console.log(await x.tolist());
try {
  myfunc(x.astype("float32") as unknown as cu.NDArray<"float64">);
} catch (error) {
  console.log((error as Error).message);
}
