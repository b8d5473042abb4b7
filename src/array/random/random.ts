// cu.random: the default generator, and constructing others.

import { Generator, type GeneratorOptions } from "./generator.js";

/** The default generator, which can also make others. */
export class DefaultGenerator extends Generator {
  constructor() {
    super(undefined);
  }

  /**
   * A generator of its own: with a seed, or with one from the system.
   * @throws RangeError, TypeError `CUTS_SEED`.
   * @example const rng = cu.random.generator(42); rng.normal([3]);
   */
  generator(seed?: number | bigint, options?: GeneratorOptions): Generator {
    return new Generator(seed, options);
  }
}

/**
 * Random numbers of the default generator. The system seeds it, until `random.seed(n)` sets a seed. Each JavaScript thread has
 * one, which all devices share.
 */
export const random: DefaultGenerator = new DefaultGenerator();
