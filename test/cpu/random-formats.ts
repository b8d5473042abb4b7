// Random formats of printf with arguments that fit them. Left out is what C leaves undefined, and %#g, where glibc drops
// zeros that C wants kept when a value is rounded up to a power of ten.

import { Random } from "../kernels/random.js";

/** An int, a long long, a double or a string. */
export type Argument = number | bigint | { readonly real: number } | { readonly text: string };

const NUMBERS = [0, 1, -1, 255, 127, -128, 65_535, 2_147_483_647, -2_147_483_648];
const LONG_NUMBERS = [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 1_234_567_890_123n];
const REALS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2.5,
  9.5,
  99.5,
  1e21,
  1e22,
  1e23,
  0.0001,
  0.00001,
  5e-324,
  2.2250738585072014e-308,
  Number.MAX_VALUE,
  Infinity,
  -Infinity,
  Number.NaN,
  123_456_789,
  999_999.5,
  0.0009999995,
];
const TEXTS = ["", "abc", "héllo wörld", "x".repeat(33)];

/** A format and its arguments, the same for the same seed. */
export function randomFormat(seed: number): { readonly text: string; readonly args: readonly Argument[] } {
  const random = new Random(seed + 1);
  const pick = <T>(list: ArrayLike<T>): T => list[random.integer(0, list.length)] as T;
  const chance = (share: number): boolean => random.uniform() < share;
  const args: Argument[] = [];
  const number = (): string => {
    if (!chance(0.2)) return String(random.integer(0, chance(0.1) ? 400 : 25));
    args.push(random.integer(-30, 30));
    return "*";
  };
  const conversion = (): string => {
    const letter = pick("diouxXfFeEgGaAcsdfgs");
    const allowed = "cs".includes(letter) ? "-" : "diugG".includes(letter) ? "-+ 0" : "-+ 0#";
    const flags = allowed
      .split("")
      .filter(() => chance(0.25))
      .join("");
    const width = chance(0.6) ? number().replace(/^0$/, "") : "";
    const precision = letter !== "c" && chance(0.5) ? `.${chance(0.1) ? "" : number()}` : "";
    const length = "diouxX".includes(letter) ? pick(["", "", "hh", "h", "ll", "j"]) : "";
    args.push(argument(letter, length));
    return `%${flags}${width}${precision}${length}${letter}`;
  };
  const argument = (letter: string, length: string): Argument => {
    if (letter === "c") return random.integer(32, 127);
    if (letter === "s") return { text: pick(TEXTS) };
    if (length === "ll" || length === "j") return pick(LONG_NUMBERS);
    return "diouxX".includes(letter)
      ? chance(0.5)
        ? pick(NUMBERS)
        : random.word() | 0
      : { real: realNumber() };
  };
  const realNumber = (): number => {
    switch (random.integer(0, 6)) {
      case 0:
        return pick(REALS);
      case 1:
        return random.integer(-1000, 1000) / 8;
      case 2:
        return random.integer(-100_000, 100_000) / 1000;
      case 3:
        return random.integer(-9, 10) * 10 ** random.integer(-20, 20);
      case 4:
        return random.uniform(-1, 1) * 2 ** random.integer(-200, 200);
      default:
        return anyBits(random);
    }
  };
  let text = "";
  for (let i = random.integer(1, 5); i > 0; i--) text += pick(["", "a", " | ", "%%", "é"]) + conversion();
  return { text, args };
}

/** Any finite double. */
function anyBits(random: Random): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, random.word());
  view.setUint32(4, random.word());
  const value = view.getFloat64(0);
  return Number.isFinite(value) ? value : 1;
}
