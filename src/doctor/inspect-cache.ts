// Inspects the disk cache, by storing an entry and reading it back.

import { openCache } from "../compiler/cache/compile-cache.js";
import { formatByteSize, plural } from "../core/text.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds the cache that compilers will use. */
export async function inspectCache({ environment }: Inspection): Promise<Finding> {
  const warnings: string[] = [];
  const directory = environment["CUTS_CACHE_DIR"];
  const cache = openCache({
    onWarning: (message) => void warnings.push(message),
    ...(directory === undefined || directory === "" ? {} : { directory }),
  });
  const where = cache.directory === undefined ? {} : { where: cache.directory };
  if (cache.offReason !== undefined) {
    return { found: false, ...where, whyNot: cache.offReason, hint: "CUTS_CACHE_DIR=/a/directory/of/yours" };
  }
  const { entries, byteLength } = await cache.statistics();
  const used = `${formatByteSize(byteLength)} of at most ${formatByteSize(cache.maxByteLength)}`;
  return {
    found: true,
    ...where,
    details: [`${plural(entries, "entry", "entries")}, ${used}`],
    call: await tryCall("store an entry and find it again", async () => {
      const request = {
        compiler: "cuts-doctor",
        compilerVersion: "1",
        target: "none",
        options: [],
        source: "",
        directory: null,
      };
      const code = new TextEncoder().encode("cuts doctor was here");
      await cache.getOrCompile(request, () => ({ code }), { force: true });
      const found = cache.findSync(request);
      if (found === undefined || Buffer.compare(found.code, code) !== 0) {
        throw new Error(warnings.join("\n") || "the entry was not found again");
      }
      return `${found.code.byteLength} bytes`;
    }),
  };
}
