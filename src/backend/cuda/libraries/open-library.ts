// Libraries that may be missing: each is looked for once, when it is first needed.

import { LibraryNotFoundError } from "../../../core/errors.js";

/** A function that opens a library at its first call; undefined, from then on, where it is not found. */
export function optionalLibrary<Api>(open: () => Api): () => Api | undefined {
  let library: Api | null | undefined;
  return () => {
    if (library === undefined) {
      try {
        library = open();
      } catch (error) {
        if (!(error instanceof LibraryNotFoundError)) throw error;
        library = null;
      }
    }
    return library ?? undefined;
  };
}
