// Work whose errors are found later, for tests of the lines that they name. Arguments: the URL of CuTS, then what to do.
// The lines that errors must name end with a comment that says for which error. Prints the message of each error.

const cu = await import(process.argv[2] ?? "");
const on = { device: "cpu" };
const wrongIndex = cu.array([77], { dtype: "int32", ...on });

// Never compiled before: what is in the cache fails at once.
const source = `__device__ float weights[4]; __global__ void k() { weights[0] = 1; } // ${crypto.randomUUID()}`;

/** @type {Record<string, () => Promise<unknown>>} */
const tasks = {
  elementwise: () => {
    const broken = cu.elementwise("T x -> T y", "y = oops"); // made: elementwise
    const y = broken(cu.ones([3], on)); // elementwise
    return y.data();
  },
  reduction: () => {
    const broken = cu.reduction("T x -> T y", "x * oops", "a + b", "y = a", "0"); // made: reduction
    const y = broken(cu.ones([3], on)); // reduction
    return y.data();
  },
  take: () => {
    const y = cu.ones([3], on).take(wrongIndex); // take
    return y.data();
  },
  put: () => {
    const x = cu.ones([3], on);
    x.put(wrongIndex, 1); // put
    return x.data();
  },
  inv: () => {
    const y = cu.linalg.inv(cu.zeros([2, 2], on)); // inv
    return y.data();
  },
  solve: () => {
    const y = cu.linalg.solve(cu.zeros([2, 2], on), cu.ones([2], on)); // solve
    return y.data();
  },
  cholesky: () => {
    const y = cu.linalg.cholesky(cu.full([2, 2], -1, on)); // cholesky
    return y.data();
  },
  set: () => {
    const m = cu.module(source, on);
    m.global("wieghts").set([1]); // set
    return cu.device("cpu").synchronize();
  },
  get: () => {
    const m = cu.module(`${source} // again`, on);
    return m.global("wieghts").data(); // get
  },
};

/** @type {Record<string, string>} */
const messages = {};
for (const name of process.argv.slice(3)) {
  try {
    await tasks[name]?.();
  } catch (error) {
    messages[name] = error instanceof Error ? error.message : String(error);
  }
}
console.log(JSON.stringify(messages));
