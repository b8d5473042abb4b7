// A PTX instruction, as the tables that translate it to C++ see it.
import type { Operand } from "./parse-ptx.js";

/** What an instruction is made of, for those who write it as C++. */
export interface Instruction {
  readonly parts: readonly string[];
  readonly operands: readonly Operand[];
  /** The value of an operand as a type. */
  value(index: number, type: string): string;
  /** Writes a value to an operand. */
  put(index: number, value: string): string;
  /** The variable of an operand. */
  name(text: string): string;
  valueOf(text: string, type: string): string;
  /** The address that an operand holds. */
  address(index: number): string;
}
