// A program that ends in one of several ways while a BLAS multiplies for it; blas.test.ts starts it.

import * as cu from "../../src/index.js";

const how = process.argv[2];
const x = cu.ones([400, 400]);
const products = Array.from({ length: 4 }, () => cu.matmul(x, x));
if (how === "exit") process.exit(3);
if (how === "throw") throw new Error("on purpose");
if (how === "reset") {
  cu.device().reset();
  const y = cu.ones([200, 200]);
  if ((await cu.matmul(y, y).data())[0] === 200) console.log("again");
} else {
  // Nothing but the products keeps the process.
  void Promise.all(products.map((one) => one.data())).then((all) => {
    if (all.every((values) => values[0] === 400)) console.log("done");
  });
}
