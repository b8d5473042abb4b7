// Opens libraries that may be missing. Each is searched for once, at its first use.

import { LibraryNotFoundError } from "../../../core/errors.js";

/** A function that opens a library at its first call, and returns undefined if the library is not found. */
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
