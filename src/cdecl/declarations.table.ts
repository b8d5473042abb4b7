// One table of C declarations and what they mean, read by the tests of the run-time parser and of the compile-time
// one, so that the two cannot drift apart. It is data for tests and is not shipped.
//
// The meaning is written in a compact code, east const, that needs no knowledge of C to compare:
//   float32            a scalar, by its canonical name (ast.ts); `void`, `string`, `float4`, `struct p`, `enum e`
//   float32 const*     a pointer to what the callee only reads;  float32*  one it may write
//   float32 device*    a pointer into GPU memory;                float32 const device*
//   int32(void const*) a callback: its result, then its parameters with no space after the comma
// A parameter is [name, code] or [name, code, length]; the name is "" where the declaration has none.

/** A declaration that is read, and what it means. */
export interface DeclarationRow {
  readonly text: string;
  /** Types that the declaration uses by name, as C text. */
  readonly types?: string;
  /** The function's name, where the text has one. */
  readonly name?: string;
  readonly result: string;
  readonly params: readonly (readonly [name: string, code: string, length?: string])[];
}

/** A declaration that is refused, and where the reader must say it stopped. */
export interface RefusedRow {
  readonly text: string;
  readonly types?: string;
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

/** C text with every kind of type a declaration can use by name. */
export const namedTypes = `
  struct vec3 { float x, y, z; };
  typedef struct { float x, y; int id; char name[16]; } point;
  typedef struct node_s { struct node_s* next; double value; } node;
  enum color { RED, GREEN = 5, BLUE };
  typedef enum { OFF, ON } toggle;
  typedef unsigned int handle;
  typedef float* buffer;
  typedef int (*compare)(const void*, const void*);
`;

/** Declarations that are read. */
// biome-ignore format: a table reads best with one row a line
export const declarations = [
  // results
  { text: "void()", result: "void", params: [] },
  { text: "void(void)", result: "void", params: [] },
  { text: "int()", result: "int32", params: [] },
  { text: "double()", result: "float64", params: [] },
  { text: "unsigned long long()", result: "uint64", params: [] },
  { text: "size_t()", result: "size", params: [] },
  { text: "bool()", result: "bool", params: [] },
  { text: "const char*()", result: "string", params: [] },
  { text: "char*()", result: "char*", params: [] },
  { text: "void*()", result: "void*", params: [] },
  { text: "const float*()", result: "float32 const*", params: [] },
  { text: "float**()", result: "float32**", params: [] },
  { text: "__device__ float*()", result: "float32 device*", params: [] },
  { text: "const int()", result: "int32", params: [] },

  // every spelling of the scalar types
  { text: "void(char x)", result: "void", params: [["x", "char"]] },
  { text: "void(signed char x)", result: "void", params: [["x", "int8"]] },
  { text: "void(char signed x)", result: "void", params: [["x", "int8"]] },
  { text: "void(unsigned char x)", result: "void", params: [["x", "uint8"]] },
  { text: "void(char unsigned x)", result: "void", params: [["x", "uint8"]] },
  { text: "void(short x)", result: "void", params: [["x", "int16"]] },
  { text: "void(short int x)", result: "void", params: [["x", "int16"]] },
  { text: "void(signed short x)", result: "void", params: [["x", "int16"]] },
  { text: "void(signed short int x)", result: "void", params: [["x", "int16"]] },
  { text: "void(int short signed x)", result: "void", params: [["x", "int16"]] },
  { text: "void(unsigned short x)", result: "void", params: [["x", "uint16"]] },
  { text: "void(unsigned short int x)", result: "void", params: [["x", "uint16"]] },
  { text: "void(short unsigned x)", result: "void", params: [["x", "uint16"]] },
  { text: "void(int x)", result: "void", params: [["x", "int32"]] },
  { text: "void(signed x)", result: "void", params: [["x", "int32"]] },
  { text: "void(signed int x)", result: "void", params: [["x", "int32"]] },
  { text: "void(int signed x)", result: "void", params: [["x", "int32"]] },
  { text: "void(unsigned x)", result: "void", params: [["x", "uint32"]] },
  { text: "void(unsigned int x)", result: "void", params: [["x", "uint32"]] },
  { text: "void(int unsigned x)", result: "void", params: [["x", "uint32"]] },
  { text: "void(long x)", result: "void", params: [["x", "long"]] },
  { text: "void(long int x)", result: "void", params: [["x", "long"]] },
  { text: "void(signed long x)", result: "void", params: [["x", "long"]] },
  { text: "void(long signed int x)", result: "void", params: [["x", "long"]] },
  { text: "void(unsigned long x)", result: "void", params: [["x", "ulong"]] },
  { text: "void(long unsigned x)", result: "void", params: [["x", "ulong"]] },
  { text: "void(unsigned long int x)", result: "void", params: [["x", "ulong"]] },
  { text: "void(int long unsigned x)", result: "void", params: [["x", "ulong"]] },
  { text: "void(long long x)", result: "void", params: [["x", "int64"]] },
  { text: "void(long long int x)", result: "void", params: [["x", "int64"]] },
  { text: "void(signed long long x)", result: "void", params: [["x", "int64"]] },
  { text: "void(long int long x)", result: "void", params: [["x", "int64"]] },
  { text: "void(unsigned long long x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(unsigned long long int x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(long long unsigned int x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(long unsigned long x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(float x)", result: "void", params: [["x", "float32"]] },
  { text: "void(double x)", result: "void", params: [["x", "float64"]] },
  { text: "void(bool x)", result: "void", params: [["x", "bool"]] },
  { text: "void(_Bool x)", result: "void", params: [["x", "bool"]] },
  { text: "void(int8_t x)", result: "void", params: [["x", "int8"]] },
  { text: "void(uint8_t x)", result: "void", params: [["x", "uint8"]] },
  { text: "void(int16_t x)", result: "void", params: [["x", "int16"]] },
  { text: "void(uint16_t x)", result: "void", params: [["x", "uint16"]] },
  { text: "void(int32_t x)", result: "void", params: [["x", "int32"]] },
  { text: "void(uint32_t x)", result: "void", params: [["x", "uint32"]] },
  { text: "void(int64_t x)", result: "void", params: [["x", "int64"]] },
  { text: "void(uint64_t x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(int_least32_t x)", result: "void", params: [["x", "int32"]] },
  { text: "void(uint_least8_t x)", result: "void", params: [["x", "uint8"]] },
  { text: "void(intmax_t x)", result: "void", params: [["x", "int64"]] },
  { text: "void(uintmax_t x)", result: "void", params: [["x", "uint64"]] },
  { text: "void(size_t x)", result: "void", params: [["x", "size"]] },
  { text: "void(ssize_t x)", result: "void", params: [["x", "ssize"]] },
  { text: "void(ptrdiff_t x)", result: "void", params: [["x", "ssize"]] },
  { text: "void(intptr_t x)", result: "void", params: [["x", "ssize"]] },
  { text: "void(uintptr_t x)", result: "void", params: [["x", "size"]] },
  { text: "void(std::int32_t x)", result: "void", params: [["x", "int32"]] },
  { text: "void(std::size_t x)", result: "void", params: [["x", "size"]] },
  { text: "void(::uint8_t x)", result: "void", params: [["x", "uint8"]] },
  { text: "void(char16_t x)", result: "void", params: [["x", "uint16"]] },
  { text: "void(char32_t x)", result: "void", params: [["x", "uint32"]] },
  { text: "void(float _Complex x)", result: "void", params: [["x", "complex64"]] },
  { text: "void(_Complex float x)", result: "void", params: [["x", "complex64"]] },
  { text: "void(double _Complex x)", result: "void", params: [["x", "complex128"]] },
  { text: "void(double complex x)", result: "void", params: [["x", "complex128"]] },
  { text: "void(_Float16 x)", result: "void", params: [["x", "float16"]] },
  { text: "void(__half x)", result: "void", params: [["x", "float16"]] },
  { text: "void(half x)", result: "void", params: [["x", "float16"]] },
  { text: "void(__nv_bfloat16 x)", result: "void", params: [["x", "bfloat16"]] },
  { text: "void(__bf16 x)", result: "void", params: [["x", "bfloat16"]] },
  { text: "void(const int x)", result: "void", params: [["x", "int32"]] },
  { text: "void(int const x)", result: "void", params: [["x", "int32"]] },
  { text: "void(unsigned const long x)", result: "void", params: [["x", "ulong"]] },
  { text: "void(volatile int x)", result: "void", params: [["x", "int32"]] },
  { text: "void(register int x)", result: "void", params: [["x", "int32"]] },

  // parameters without names, and the function's own name
  { text: "int(int, int)", result: "int32", params: [["", "int32"], ["", "int32"]] },
  { text: "double(double)", result: "float64", params: [["", "float64"]] },
  { text: "void(unsigned, long long)", result: "void", params: [["", "uint32"], ["", "int64"]] },
  { text: "void(const float*, float*)", result: "void", params: [["", "float32 const*"], ["", "float32*"]] },
  { text: "void(int[], const double[4])", result: "void", params: [["", "int32*"], ["", "float64 const*", "4"]] },
  { text: "double norm(const double* x, size_t n)", name: "norm", result: "float64", params: [["x", "float64 const*"], ["n", "size"]] },
  { text: "int abs(int);", name: "abs", result: "int32", params: [["", "int32"]] },
  { text: "extern int abs(int j);", name: "abs", result: "int32", params: [["j", "int32"]] },
  { text: 'extern "C" void f(void);', name: "f", result: "void", params: [] },
  { text: "const char *zlibVersion(void)", name: "zlibVersion", result: "string", params: [] },
  { text: "void *malloc(size_t size)", name: "malloc", result: "void*", params: [["size", "size"]] },
  { text: "unsigned long crc32(unsigned long crc, const unsigned char *buf, unsigned int len)", name: "crc32", result: "ulong", params: [["crc", "ulong"], ["buf", "uint8 const*"], ["len", "uint32"]] },

  // qualifiers, pointers, pointers to pointers
  { text: "void(float* p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(float *p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(float*p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(const float* p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(float const* p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(float* const p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(const float* const p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(volatile float* p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(const volatile float* p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(float* restrict p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(float* __restrict__ p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(float* __restrict p)", result: "void", params: [["p", "float32*"]] },
  { text: "void(const float* __restrict__ p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(const float *__restrict__ const p)", result: "void", params: [["p", "float32 const*"]] },
  { text: "void(float** p)", result: "void", params: [["p", "float32**"]] },
  { text: "void(const float** p)", result: "void", params: [["p", "float32 const**"]] },
  { text: "void(float* const* p)", result: "void", params: [["p", "float32* const*"]] },
  { text: "void(const float* const* p)", result: "void", params: [["p", "float32 const* const*"]] },
  { text: "void(double*** p)", result: "void", params: [["p", "float64***"]] },
  { text: "void(unsigned long long const* p)", result: "void", params: [["p", "uint64 const*"]] },
  { text: "void(unsigned char* p)", result: "void", params: [["p", "uint8*"]] },
  { text: "void(const uint8_t* p)", result: "void", params: [["p", "uint8 const*"]] },
  { text: "void(bool* p)", result: "void", params: [["p", "bool*"]] },
  { text: "void(size_t* p)", result: "void", params: [["p", "size*"]] },
  { text: "void(float _Complex* p)", result: "void", params: [["p", "complex64*"]] },
  { text: "void(const __half* p)", result: "void", params: [["p", "float16 const*"]] },
  { text: "void(const __nv_bfloat16* p)", result: "void", params: [["p", "bfloat16 const*"]] },
  { text: "void(void* p)", result: "void", params: [["p", "void*"]] },
  { text: "void(const void* p)", result: "void", params: [["p", "void const*"]] },
  { text: "void(void** p)", result: "void", params: [["p", "void**"]] },
  { text: "void(float (*p))", result: "void", params: [["p", "float32*"]] },
  { text: "void(float (x))", result: "void", params: [["x", "float32"]] },

  // strings
  { text: "size_t(const char* s)", result: "size", params: [["s", "string"]] },
  { text: "size_t(char const* s)", result: "size", params: [["s", "string"]] },
  { text: "size_t(const char* const s)", result: "size", params: [["s", "string"]] },
  { text: "size_t(const char*)", result: "size", params: [["", "string"]] },
  { text: "void(char* s)", result: "void", params: [["s", "char*"]] },
  { text: "void(const char** s)", result: "void", params: [["s", "string*"]] },
  { text: "void(const char* const* s)", result: "void", params: [["s", "string const*"]] },
  { text: "void(char** s)", result: "void", params: [["s", "char**"]] },
  { text: "void(const char* names[n], int n)", result: "void", params: [["names", "string*", "n"], ["n", "int32"]] },
  { text: "void(const char text[n], int n)", result: "void", params: [["text", "char const*", "n"], ["n", "int32"]] },
  { text: "void(const char text[])", result: "void", params: [["text", "char const*"]] },
  { text: "void(const signed char* s)", result: "void", params: [["s", "int8 const*"]] },

  // arrays and their lengths
  { text: "void(const float a[n], const float b[n], float out[n], int n)", result: "void", params: [["a", "float32 const*", "n"], ["b", "float32 const*", "n"], ["out", "float32*", "n"], ["n", "int32"]] },
  { text: "void(float a[])", result: "void", params: [["a", "float32*"]] },
  { text: "void(float a[16])", result: "void", params: [["a", "float32*", "16"]] },
  { text: "void(float a[0x10])", result: "void", params: [["a", "float32*", "16"]] },
  { text: "void(float a[16u])", result: "void", params: [["a", "float32*", "16"]] },
  { text: "void(float a[static n], int n)", result: "void", params: [["a", "float32*", "n"], ["n", "int32"]] },
  { text: "void(float a[static 3])", result: "void", params: [["a", "float32*", "3"]] },
  { text: "void(float a[restrict n], int n)", result: "void", params: [["a", "float32*", "n"], ["n", "int32"]] },
  { text: "void(float a[const static n], int n)", result: "void", params: [["a", "float32*", "n"], ["n", "int32"]] },
  { text: "void(float a[*])", result: "void", params: [["a", "float32*"]] },
  { text: "void(int n, float a[n])", result: "void", params: [["n", "int32"], ["a", "float32*", "n"]] },
  { text: "void(size_t n, const double a[ n ])", result: "void", params: [["n", "size"], ["a", "float64 const*", "n"]] },
  { text: "void(float m[rows*cols], int rows, int cols)", result: "void", params: [["m", "float32*", "rows*cols"], ["rows", "int32"], ["cols", "int32"]] },
  { text: "void(float m[rows][cols], int rows, int cols)", result: "void", params: [["m", "float32*", "rows*cols"], ["rows", "int32"], ["cols", "int32"]] },
  { text: "void(float m[][cols], int cols)", result: "void", params: [["m", "float32*"], ["cols", "int32"]] },
  { text: "void(float m[4][4])", result: "void", params: [["m", "float32*", "4*4"]] },
  { text: "void(float (*m)[cols], int cols)", result: "void", params: [["m", "float32*"], ["cols", "int32"]] },
  { text: "void(double t[a][b][c], int a, int b, int c)", result: "void", params: [["t", "float64*", "a*b*c"], ["a", "int32"], ["b", "int32"], ["c", "int32"]] },
  { text: "void(double t[a+1][b], int a, int b)", result: "void", params: [["t", "float64*", "(a+1)*b"], ["a", "int32"], ["b", "int32"]] },
  { text: "void(float w[2*n+1], int n)", result: "void", params: [["w", "float32*", "2*n+1"], ["n", "int32"]] },
  { text: "void(float w[2*(n+1)], int n)", result: "void", params: [["w", "float32*", "2*(n+1)"], ["n", "int32"]] },
  { text: "void(float w[n/2+1], int n)", result: "void", params: [["w", "float32*", "n/2+1"], ["n", "int32"]] },
  { text: "void(float w[n - 1], int n)", result: "void", params: [["w", "float32*", "n-1"], ["n", "int32"]] },
  { text: "void(float w[n-(k-1)], int n, int k)", result: "void", params: [["w", "float32*", "n-(k-1)"], ["n", "int32"], ["k", "int32"]] },
  { text: "void(float w[(n-k)+1], int n, int k)", result: "void", params: [["w", "float32*", "n-k+1"], ["n", "int32"], ["k", "int32"]] },
  { text: "void(float w[n/(k*2)], int n, int k)", result: "void", params: [["w", "float32*", "n/(k*2)"], ["n", "int32"], ["k", "int32"]] },
  { text: "void(int64_t x[n], uint64_t n)", result: "void", params: [["x", "int64*", "n"], ["n", "uint64"]] },
  { text: "void(float* rows[n], int n)", result: "void", params: [["rows", "float32**", "n"], ["n", "int32"]] },
  { text: "void(const float* const rows[n], int n)", result: "void", params: [["rows", "float32 const* const*", "n"], ["n", "int32"]] },
  { text: "void(const void* items[n], int n)", result: "void", params: [["items", "void const**", "n"], ["n", "int32"]] },

  // memory on a GPU
  { text: "void(__device__ float* p)", result: "void", params: [["p", "float32 device*"]] },
  { text: "void(__device__ const float* p)", result: "void", params: [["p", "float32 const device*"]] },
  { text: "void(const __device__ float* p)", result: "void", params: [["p", "float32 const device*"]] },
  { text: "void(__device__ float p[n], int n)", result: "void", params: [["p", "float32 device*", "n"], ["n", "int32"]] },
  { text: "void(__device__ const float a[n], __device__ float out[n], int n)", result: "void", params: [["a", "float32 const device*", "n"], ["out", "float32 device*", "n"], ["n", "int32"]] },
  { text: "void(__device__ void* p)", result: "void", params: [["p", "void device*"]] },
  { text: "void(__device__ const char* p)", result: "void", params: [["p", "char const device*"]] },
  { text: "void(__device__ float** p)", result: "void", params: [["p", "float32 device* device*"]] },

  // callbacks
  { text: "void(int (*cmp)(const void*, const void*))", result: "void", params: [["cmp", "int32(void const*,void const*)"]] },
  { text: "void(void* base, size_t n, size_t size, int (*cmp)(const void* a, const void* b))", result: "void", params: [["base", "void*"], ["n", "size"], ["size", "size"], ["cmp", "int32(void const*,void const*)"]] },
  { text: "void(void (*done)(void))", result: "void", params: [["done", "void()"]] },
  { text: "void(void (*)(int))", result: "void", params: [["", "void(int32)"]] },
  { text: "void(double f(double), double x)", result: "void", params: [["f", "float64(float64)"], ["x", "float64"]] },
  { text: "void(const char* (*name)(int id))", result: "void", params: [["name", "string(int32)"]] },
  { text: "void(void (*log)(int level, const char* message), void* user)", result: "void", params: [["log", "void(int32,string)"], ["user", "void*"]] },
  { text: "void(void (*each)(const float x[n], int n))", result: "void", params: [["each", "void(float32 const*,int32)"]] },
  { text: "void(void (*outer)(int (*inner)(int)))", result: "void", params: [["outer", "void(int32(int32))"]] },

  // declared types
  { text: "float(struct vec3 v)", types: namedTypes, result: "float32", params: [["v", "struct vec3"]] },
  { text: "struct vec3(float x)", types: namedTypes, result: "struct vec3", params: [["x", "float32"]] },
  { text: "void(const struct vec3* v)", types: namedTypes, result: "void", params: [["v", "struct vec3 const*"]] },
  { text: "void(struct vec3 v[n], int n)", types: namedTypes, result: "void", params: [["v", "struct vec3*", "n"], ["n", "int32"]] },
  { text: "void(point p)", types: namedTypes, result: "void", params: [["p", "struct point"]] },
  { text: "void(const point* p)", types: namedTypes, result: "void", params: [["p", "struct point const*"]] },
  { text: "point(point a, point b)", types: namedTypes, result: "struct point", params: [["a", "struct point"], ["b", "struct point"]] },
  { text: "void(node* head)", types: namedTypes, result: "void", params: [["head", "struct node_s*"]] },
  { text: "void(struct node_s* head)", types: namedTypes, result: "void", params: [["head", "struct node_s*"]] },
  { text: "void(enum color c)", types: namedTypes, result: "void", params: [["c", "enum color"]] },
  { text: "enum color()", types: namedTypes, result: "enum color", params: [] },
  { text: "void(toggle t)", types: namedTypes, result: "void", params: [["t", "enum toggle"]] },
  { text: "void(const enum color* c)", types: namedTypes, result: "void", params: [["c", "enum color const*"]] },
  { text: "handle(handle h)", types: namedTypes, result: "uint32", params: [["h", "uint32"]] },
  { text: "void(buffer b)", types: namedTypes, result: "void", params: [["b", "float32*"]] },
  { text: "void(compare c)", types: namedTypes, result: "void", params: [["c", "int32(void const*,void const*)"]] },
  { text: "void(float a[BLUE])", types: namedTypes, result: "void", params: [["a", "float32*", "6"]] },
  { text: "int(struct FILE* stream)", result: "int32", params: [["stream", "struct FILE*"]] },
  { text: "void(float4 v)", result: "void", params: [["v", "float4"]] },
  { text: "void(const float2* v)", result: "void", params: [["v", "float2 const*"]] },
  { text: "void(dim3 grid)", result: "void", params: [["grid", "dim3"]] },

  // more of each
  { text: "static inline int f(int x)", name: "f", result: "int32", params: [["x", "int32"]] },
  { text: "void(signed)", result: "void", params: [["", "int32"]] },
  { text: "void(long, unsigned long int)", result: "void", params: [["", "long"], ["", "ulong"]] },
  { text: "void(uint n, ushort m, ulong k)", result: "void", params: [["n", "uint32"], ["m", "uint16"], ["k", "ulong"]] },
  { text: "void(__int64 x, unsigned __int64 y)", result: "void", params: [["x", "int64"], ["y", "uint64"]] },
  { text: "void(uint_least64_t a, int_least16_t b)", result: "void", params: [["a", "uint64"], ["b", "int16"]] },
  { text: "void(std::uint8_t* p, std::ptrdiff_t n)", result: "void", params: [["p", "uint8*"], ["n", "ssize"]] },
  { text: "void(float half, double complex)", result: "void", params: [["half", "float32"], ["complex", "float64"]] },
  { text: "void(char name[16])", result: "void", params: [["name", "char*", "16"]] },
  { text: "void(bool flags[n], int n)", result: "void", params: [["flags", "bool*", "n"], ["n", "int32"]] },
  { text: "void(volatile int* flag)", result: "void", params: [["flag", "int32*"]] },
  { text: "void(const void* const* p)", result: "void", params: [["p", "void const* const*"]] },
  { text: "void(const char* const names[n], int n)", result: "void", params: [["names", "string const*", "n"], ["n", "int32"]] },
  { text: "void(uint8_t* restrict dst, const uint8_t* restrict src, size_t n)", result: "void", params: [["dst", "uint8*"], ["src", "uint8 const*"], ["n", "size"]] },
  { text: "void(const float (*m)[4])", result: "void", params: [["m", "float32 const*"]] },
  { text: "void(float a[(n)], int n)", result: "void", params: [["a", "float32*", "n"], ["n", "int32"]] },
  { text: "void(float a[2][3][n], int n)", result: "void", params: [["a", "float32*", "2*3*n"], ["n", "int32"]] },
  { text: "void(float a[n*(m+1)-k/2], int n, int m, int k)", result: "void", params: [["a", "float32*", "n*(m+1)-k/2"], ["n", "int32"], ["m", "int32"], ["k", "int32"]] },
  { text: "void(__device__ float* (*get)(int n))", result: "void", params: [["get", "float32 device*(int32)"]] },
  { text: "void(vec3 v, struct vec3* const* w)", types: namedTypes, result: "void", params: [["v", "struct vec3"], ["w", "struct vec3* const*"]] },
  { text: "void(point p[n], const point q[2], size_t n)", types: namedTypes, result: "void", params: [["p", "struct point*", "n"], ["q", "struct point const*", "2"], ["n", "size"]] },
  { text: "compare(compare c, buffer* b)", types: namedTypes, result: "int32(void const*,void const*)", params: [["c", "int32(void const*,void const*)"], ["b", "float32**"]] },
  { text: "void(const cuFloatComplex* z, cudaTextureObject_t t)", result: "void", params: [["z", "cuFloatComplex const*"], ["t", "uint64"]] },
  { text: "void(uchar4 c, longlong2* l, double4_32a d, __half2 h)", result: "void", params: [["c", "uchar4"], ["l", "longlong2*"], ["d", "double4_32a"], ["h", "__half2"]] },

  // white space and comments
  { text: "  void  (  int   n  )  ", result: "void", params: [["n", "int32"]] },
  { text: "void(\n  const float* a,\n  int n\n)", result: "void", params: [["a", "float32 const*"], ["n", "int32"]] },
  { text: "void(int n /* how many */, float* x)", result: "void", params: [["n", "int32"], ["x", "float32*"]] },
  { text: "void(int n, // how many\n  float* x)", result: "void", params: [["n", "int32"], ["x", "float32*"]] },
  { text: "void(\tunsigned\tint\tn)", result: "void", params: [["n", "uint32"]] },
] as const satisfies readonly DeclarationRow[];

/** Declarations that only the run-time parser reads: their declarators nest deeper than template literal types follow. */
// biome-ignore format: a table reads best with one row a line
export const nestedDeclarations = [
  { text: "int (abs)(int)", name: "abs", result: "int32", params: [["", "int32"]] },
  { text: "void (*signal(int sig, void (*handler)(int)))(int)", name: "signal", result: "void(int32)", params: [["sig", "int32"], ["handler", "void(int32)"]] },
  { text: "void(int (**op)(int))", result: "void", params: [["op", "int32(int32)*"]] },
  { text: "void(int (*ops[4])(int))", result: "void", params: [["ops", "int32(int32)*", "4"]] },
  { text: "const char* (*names(void))(int)", name: "names", result: "string(int32)", params: [] },
  { text: "void(float* (*rows)[4])", result: "void", params: [["rows", "float32**"]] },
] as const satisfies readonly DeclarationRow[];

/** Declarations that are refused. */
// biome-ignore format: a table reads best with one row a line
export const refused = [
  { text: "", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 1 },
  { text: "int", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 4 },
  { text: "void(", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 6 },
  { text: "void(int n", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 11 },
  { text: "void(int n))", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(int n,)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(,int n)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 6 },
  { text: "void(int n m)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(int n = 3)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(\n  int n,\n  float @x)", code: "CUTS_DECLARATION_SYNTAX", line: 3, column: 9 },
  { text: "int printf(const char* format, ...)", code: "CUTS_DECLARATION_VARIADIC", line: 1, column: 32 },
  { text: "void(...)", code: "CUTS_DECLARATION_VARIADIC", line: 1, column: 6 },
  { text: "void(FILE* f)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 6 },
  { text: "void(struct vec3 v)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 13 },
  { text: "strng(int n)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 1 },
  { text: "void(std::string s)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 6 },
  { text: "void(int_fast32_t x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 6 },
  { text: "void(wchar_t x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 6 },
  { text: "void(long double x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 11 },
  { text: "void(__int128 x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 6 },
  { text: "void(union u x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 6 },
  { text: "void(float& x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 11 },
  { text: "void(unsigned float x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 15 },
  { text: "void(short long x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 12 },
  { text: "void(long long long x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 16 },
  { text: "void(signed unsigned x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 13 },
  { text: "void(int float x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 10 },
  { text: "void(const x)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 12 },
  { text: "void(void x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 6 },
  { text: "void(int n, void)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 13 },
  { text: "void(__device__ int n)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 6 },
  { text: "void(float a[m], int n)", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 14 },
  { text: "void(float a[n], int* n)", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 14 },
  { text: "void(float a[n], float n)", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 14 },
  { text: "void(float a[a])", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 14 },
  { text: "void(float a[n*k], int n)", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 16 },
  { text: "void(int n, float m[n][])", code: "CUTS_DECLARATION_LENGTH", line: 1, column: 24 },
  { text: "void(float a[n+], int n)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 16 },
  { text: "void(float a[n%2], int n)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 15 },
  { text: "void(float a[-1])", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 14 },
  { text: "void(float a[1.5])", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 14 },
  { text: "void(int n, float n)", code: "CUTS_DECLARATION_DUPLICATE", line: 1, column: 19 },
  { text: "void(int n /* open", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(int[3] a)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 13 },
  { text: "void(int n; int m)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 11 },
  { text: "void(int n) const", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 13 },
  { text: "void f(int n) {}", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 15 },
  { text: "int(int) f", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 10 },
  { text: "void(struct)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 12 },
  { text: "void(auto x)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 6 },
  { text: "void(float* int)", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 13 },
  { text: "void(float x[sizeof(int)])", code: "CUTS_DECLARATION_SYNTAX", line: 1, column: 20 },
  { text: "void(unsigned unsigned x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 15 },
  { text: "void(double short x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 13 },
  { text: "void(_Complex x)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 6 },
  { text: "void(int f(int)[3])", code: "CUTS_DECLARATION_TYPE", line: 1, column: 11 },
  { text: "void(int a[3](int))", code: "CUTS_DECLARATION_TYPE", line: 1, column: 13 },
  { text: "void(void v[n], int n)", code: "CUTS_DECLARATION_TYPE", line: 1, column: 14 },
  { text: "void(const struct vec3 v[n], int n)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 19 },
  { text: "foo* bar(int n)", code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 1 },
  { text: "void(void (*log)(const char* format, ...))", code: "CUTS_DECLARATION_VARIADIC", line: 1, column: 38 },
  { text: "void(class thing* p)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 6 },
  { text: "void(int&& x)", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 9 },
] as const satisfies readonly RefusedRow[];
