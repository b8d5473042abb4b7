// The compiled fixture.c with its declarations, opened once per test file.

import { readFileSync } from "node:fs";
import { dlopen } from "../../src/ffi/dlopen.js";
import { compileLibrary } from "./compile.js";

/** The types of fixture.c. */
export const fixtureTypes = `
  struct vec3 { float x, y, z; };
  struct record {
    int64_t id; char name[16]; double weights[3]; struct vec3 position; bool active; const char* note;
  };
  enum color { RED, GREEN = 5, BLUE };
`;

/** The functions of fixture.c. */
export const fixtureDeclarations = {
  entered_count: "int64_t()",
  echo_bool: "bool(bool value)",
  echo_char: "char(char value)",
  echo_int8: "int8_t(int8_t value)",
  echo_uint8: "uint8_t(uint8_t value)",
  echo_int16: "int16_t(int16_t value)",
  echo_uint16: "uint16_t(uint16_t value)",
  echo_int32: "int(int value)",
  echo_uint32: "unsigned int(unsigned int value)",
  echo_long: "long(long value)",
  echo_ulong: "unsigned long(unsigned long value)",
  echo_int64: "int64_t(int64_t value)",
  echo_uint64: "uint64_t(uint64_t value)",
  echo_size: "size_t(size_t value)",
  echo_ssize: "ptrdiff_t(ptrdiff_t value)",
  echo_float32: "float(float value)",
  echo_float64: "double(double value)",
  echo_complex64: "float _Complex(float _Complex value)",
  echo_complex128: "double _Complex(double _Complex value)",
  sum_arrays: "void(const float a[n], const float b[n], float out[n], int n)",
  sum_matrix: "double(const double m[rows*cols], int rows, int cols)",
  sum_int64: "int64_t(const int64_t x[n], uint64_t n)",
  fill_bytes: "void(void* memory, int value, size_t n)",
  dot_many: "float(const float a[n], const float b[n], int c, int d, int e, int f, int g, int h, int n)",
  magnitudes: "void(const float2 pairs[n], float out[n], int n)",
  out_parameters: "void(int* count, double* ratio, const char** text)",
  sum_rows: "float(const float* const rows[row_count], int row_count, int n)",
  total_length: "size_t(const char* const* strings)",
  count_strings: "int(const char* strings[n], int n)",
  greeting: "const char*(bool polite)",
  upper: "void(char text[n], size_t n)",
  scale: "struct vec3(struct vec3 v, float factor)",
  length_squared: "double(const struct vec3* v)",
  move_all: "void(struct vec3 points[n], int n, float by)",
  touch_record: "void(struct record* record)",
  make_record: "struct record(int64_t id)",
  next_color: "enum color(enum color color)",
  counter_new: "struct counter*(int start)",
  counter_next: "int(struct counter* counter)",
  counter_open: "int(struct counter** out, int start)",
  counter_free: "void(struct counter* counter)",
  freed_count: "int64_t()",
  make_floats: "float*(int n)",
  free_floats: "void(float* floats)",
  fail_with: "int(int code)",
  apply: "int(int (*f)(int x, int y), int x, int y)",
  apply_many: "int(int (*f)(int x), int n)",
  echo_through:
    "uint64_t(uint64_t (*f)(uint64_t big, int64_t small, size_t size, bool flag, const char* text, double real), uint64_t big)",
  record_through: "double(struct record (*f)(struct vec3 v), float x)",
  set_handler: "void(void (*f)(int code))",
  fire: "void(int code)",
  fire_from_thread: "void(int code)",
  sleep_ms: "int(int ms)",
  open_gate: "void()",
  fill_behind_gate: "void(void* memory, int value, size_t n)",
  close_gate: "void()",
  fill_until_gate: "void(int a[n], int n, int value)",
  fill_part_behind_gate: "void(int a[n], int n, int from, int to, int value)",
  sum_behind_gate: "int64_t(const int a[n], int n)",
  fill_rows_behind_gate: "void(float* const rows[row_count], int row_count, int n, float value)",
  move_all_behind_gate: "void(struct vec3 points[n], int n, float by)",
  length_behind_gate: "size_t(const char* text, const char* const* more)",
  find_int: "const int*(const int a[n], int n, int value)",
  remainder_of_address: "int(const void* memory, int by)",
} as const;

let path: string | undefined;

/** The path of the compiled fixture. */
export function fixturePath(): string {
  path ??= compileLibrary("fixture", readFileSync(new URL("fixture.c", import.meta.url), "utf8"), [
    "-pthread",
  ]);
  return path;
}

/** The fixture, opened with errno recorded. */
export function openFixture() {
  return dlopen(fixturePath(), fixtureDeclarations, { types: fixtureTypes, errno: true });
}
