// cu.random: the default generator, and the way to others.

import { Generator, type GeneratorOptions } from "./generator.js";

/** The default generator, and how others are made. */
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
 * Random numbers of the default generator, whose seed is from the system until `random.seed(n)` sets one. There is one for
 * each thread of JavaScript; all devices share it.
 */
export const random: DefaultGenerator = new DefaultGenerator();
