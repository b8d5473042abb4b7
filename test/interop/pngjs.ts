// pngjs, which tests read and write files with: a reader and writer that is not ours. It comes without types.

import { createRequire } from "node:module";

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Four samples for each pixel. */
  readonly data: ArrayLike<number>;
}

interface PngJs {
  readonly PNG: {
    readonly sync: {
      read(bytes: Buffer, options?: { readonly skipRescale?: boolean }): Decoded;
      write(
        image: { readonly width: number; readonly height: number; readonly data: Buffer },
        options?: { readonly colorType?: number; readonly filterType?: number },
      ): Buffer;
    };
  };
}

export const { PNG } = createRequire(import.meta.url)("pngjs") as PngJs;
