// One table of CUDA C++ sources and the kernels in them, read by the tests of the run-time finder and of the
// compile-time one. The code of a type is the one of declarations.table.ts, with one more word:
//   opaque T           a type that only the compiler knows: a template parameter, a class;  opaque T const*
// A parameter whose name ends in "?" has a default argument. It is data for tests and is not shipped.

/** One kernel of a source, and what its signature means. */
export interface KernelRow {
  readonly name: string;
  /** `ns::name`, where it is not simply the name. */
  readonly qualified?: string;
  readonly externC?: true;
  readonly template?: string;
  readonly params: readonly (readonly [name: string, code: string, length?: string])[];
}

/** A kernel that is there and cannot be read. */
export interface UnreadableRow {
  readonly name: string;
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

/** A source text, the kernels in it, and those that cannot be read. */
export interface KernelSourceRow {
  readonly source: string;
  readonly kernels: readonly KernelRow[];
  readonly unreadable?: readonly UnreadableRow[];
}

/** Sources and their kernels. */
// biome-ignore format: a table reads best with one row a line
export const kernelSources = [
  // attributes in any order
  { source: "__global__ void f() {}", kernels: [{ name: "f", params: [] }] },
  { source: "__global__ void f(void) {}", kernels: [{ name: "f", params: [] }] },
  { source: "void __global__ f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "static __global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ static inline void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ void __launch_bounds__(256, 2) f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__launch_bounds__(256) __global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ __launch_bounds__(BLOCK * (2 + 1)) void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "[[maybe_unused]] __global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ __attribute__((used)) void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },

  // extern "C", namespaces, templates
  { source: 'extern "C" __global__ void f(const float* a, float* out, int n) {}', kernels: [{ name: "f", externC: true, params: [["a", "float32 const*"], ["out", "float32*"], ["n", "int32"]] }] },
  { source: 'extern "C" {\n__global__ void f(int n) {}\n__global__ void g(float x) {}\n}\n__global__ void h() {}', kernels: [{ name: "f", externC: true, params: [["n", "int32"]] }, { name: "g", externC: true, params: [["x", "float32"]] }, { name: "h", params: [] }] },
  { source: "namespace a { __global__ void f(int n) {} }", kernels: [{ name: "f", qualified: "a::f", params: [["n", "int32"]] }] },
  { source: "namespace a { namespace b { __global__ void f(int n) {} } }", kernels: [{ name: "f", qualified: "a::b::f", params: [["n", "int32"]] }] },
  { source: "namespace a::b { __global__ void f(int n) {} }", kernels: [{ name: "f", qualified: "a::b::f", params: [["n", "int32"]] }] },
  { source: "namespace { __global__ void f(int n) {} }", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "inline namespace v1 { __global__ void f(int n) {} }", kernels: [{ name: "f", qualified: "v1::f", params: [["n", "int32"]] }] },
  { source: "template <typename T> __global__ void f(const T* x, T* y, int n) {}", kernels: [{ name: "f", template: "typename T", params: [["x", "opaque T const*"], ["y", "opaque T*"], ["n", "int32"]] }] },
  { source: "template <typename T, int N = 256>\n__global__ void f(T x) {}", kernels: [{ name: "f", template: "typename T, int N = 256", params: [["x", "opaque T"]] }] },
  { source: "template <int BLOCK>\n__global__ void f(float* x) {}", kernels: [{ name: "f", template: "int BLOCK", params: [["x", "float32*"]] }] },

  // parameter lists
  { source: "__global__ void f(\n    const float* __restrict__ a, // first\n    float* /* second */ out,\n    int n) {\n}", kernels: [{ name: "f", params: [["a", "float32 const*"], ["out", "float32*"], ["n", "int32"]] }] },
  { source: "__global__ void f(float* x, int n = 16, float s = 1.0f) {}", kernels: [{ name: "f", params: [["x", "float32*"], ["n?", "int32"], ["s?", "float32"]] }] },
  { source: "__global__ void f(int n = g(1, 2), pair<int, int> p = {1, 2}) {}", kernels: [{ name: "f", params: [["n?", "int32"], ["p?", "opaque pair<int, int>"]] }] },
  { source: "__global__ void f(unsigned n, unsigned long long m, long k) {}", kernels: [{ name: "f", params: [["n", "uint32"], ["m", "uint64"], ["k", "long"]] }] },
  { source: "__global__ void f(float4 v, const int2* w, dim3 d, uchar4* c) {}", kernels: [{ name: "f", params: [["v", "float4"], ["w", "int2 const*"], ["d", "dim3"], ["c", "uchar4*"]] }] },
  { source: "__global__ void f(__half* a, half b, const __half2* c, __nv_bfloat16* d) {}", kernels: [{ name: "f", params: [["a", "float16*"], ["b", "float16"], ["c", "__half2 const*"], ["d", "bfloat16*"]] }] },
  { source: "__global__ void f(const char* text, char* out) {}", kernels: [{ name: "f", params: [["text", "char const*"], ["out", "char*"]] }] },
  { source: "__global__ void f(float a[16], const float b[]) {}", kernels: [{ name: "f", params: [["a", "float32*", "16"], ["b", "float32 const*"]] }] },
  { source: "struct P { int a; };\n__global__ void f(P p, struct P q, const P* r) {}", kernels: [{ name: "f", params: [["p", "opaque P"], ["q", "opaque P"], ["r", "opaque P const*"]] }] },
  { source: "__global__ void f(float*, int) {}", kernels: [{ name: "f", params: [["", "float32*"], ["", "int32"]] }] },

  // text that only looks like a kernel
  { source: "// __global__ void g(int n) {}\n__global__ void f() {}", kernels: [{ name: "f", params: [] }] },
  { source: "/* __global__ void g(int n) {} */ __global__ void f() {}", kernels: [{ name: "f", params: [] }] },
  { source: 'const char* s = "__global__ void g(int n) {}";\n__global__ void f() {}', kernels: [{ name: "f", params: [] }] },
  { source: 'const char* s = R"x(__global__ void g()" {})x";\n__global__ void f() {}', kernels: [{ name: "f", params: [] }] },
  { source: "__device__ float g(float x) { return x; }\n__global__ void f() {}", kernels: [{ name: "f", params: [] }] },

  // macros and type names of the file
  { source: "#define REAL float\n__global__ void f(REAL* x) {}", kernels: [{ name: "f", params: [["x", "float32*"]] }] },
  { source: "#define N 16\n__global__ void f(float x[N]) {}", kernels: [{ name: "f", params: [["x", "float32*", "16"]] }] },
  { source: "typedef float real;\n__global__ void f(const real* x) {}", kernels: [{ name: "f", params: [["x", "float32 const*"]] }] },
  { source: "using real = double;\n__global__ void f(real x) {}", kernels: [{ name: "f", params: [["x", "float64"]] }] },
  { source: "#define KERNEL __global__ void\nKERNEL f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },

  // one signature for a forward declaration and its definition; several kernels; overloads
  { source: "__global__ void f(int n);\n__global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ void f(int n = 4);\n__global__ void f(int n) {}", kernels: [{ name: "f", params: [["n?", "int32"]] }] },
  { source: "__global__ void f(int n) {}\n__global__ void g(float* x) { x[0] = 1; }", kernels: [{ name: "f", params: [["n", "int32"]] }, { name: "g", params: [["x", "float32*"]] }] },

  // more of each
  { source: "__global__\nvoid\nf\n(\nint\nn\n)\n{\n}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__forceinline__ __global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "extern \"C\"\n__global__\nvoid __launch_bounds__(\n  256 /* threads */\n) f(int n);", kernels: [{ name: "f", externC: true, params: [["n", "int32"]] }] },
  { source: "extern \"C++\" __global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "namespace a { void g() { if (1) { } } namespace { namespace b { __global__ void f(int n) {} } } }\n__global__ void h() {}", kernels: [{ name: "f", qualified: "a::b::f", params: [["n", "int32"]] }, { name: "h", params: [] }] },
  { source: "namespace a = b;\nusing namespace c;\n__global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "class K { int a; void m() { } };\nenum E { A, B };\nint x = 3, y[2] = {1, 2};\n__global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "K::K() : a{1}, b(2) { }\nK& K::operator=(const K& o) { return *this; }\n__global__ void f(int n) {}", kernels: [{ name: "f", params: [["n", "int32"]] }] },
  { source: "template <typename T> struct V { T x; };\ntemplate <class T> __global__ void f(V<T> v, const V<T>* w) {}", kernels: [{ name: "f", template: "class T", params: [["v", "opaque V<T>"], ["w", "opaque V<T> const*"]] }] },
  { source: "template <typename... Ts> __global__ void f(int n, tuple<Ts...> t) {}", kernels: [{ name: "f", template: "typename... Ts", params: [["n", "int32"], ["t", "opaque tuple<Ts...>"]] }] },
  { source: "template <typename T> __device__ T g(T x) { return x; }\n__global__ void f(float x) {}", kernels: [{ name: "f", params: [["x", "float32"]] }] },
  { source: "__global__ void f(const float* __restrict__ const a, float *__restrict b, volatile int* c) {}", kernels: [{ name: "f", params: [["a", "float32 const*"], ["b", "float32*"], ["c", "int32*"]] }] },
  { source: "__global__ void f(float const * const * a, float** b) {}", kernels: [{ name: "f", params: [["a", "float32 const* const*"], ["b", "float32**"]] }] },
  { source: "__global__ void f(unsigned char a, long long int b, size_t c, std::int64_t d, uint8_t e, bool g) {}", kernels: [{ name: "f", params: [["a", "uint8"], ["b", "int64"], ["c", "size"], ["d", "int64"], ["e", "uint8"], ["g", "bool"]] }] },
  { source: "__global__ void f(double2 a, ulonglong4 b, char1 c, short3* d, uint4 e) {}", kernels: [{ name: "f", params: [["a", "double2"], ["b", "ulonglong4"], ["c", "char1"], ["d", "short3*"], ["e", "uint4"]] }] },
  { source: "__global__ void f(cudaTextureObject_t t, cuDoubleComplex* z, nv_bfloat16 b, __nv_bfloat162 c) {}", kernels: [{ name: "f", params: [["t", "uint64"], ["z", "cuDoubleComplex*"], ["b", "bfloat16"], ["c", "__nv_bfloat162"]] }] },
  { source: "__global__ void f(const __grid_constant__ Params p) {}", kernels: [{ name: "f", params: [["p", "opaque Params"]] }] },
  { source: "__global__ void f(ns::Params p, const ns::Grid<3>* g, void* raw) {}", kernels: [{ name: "f", params: [["p", "opaque ns::Params"], ["g", "opaque ns::Grid<3> const*"], ["raw", "void*"]] }] },
  { source: "__global__ void f(float m[4][4], const int idx[]) {}", kernels: [{ name: "f", params: [["m", "float32*", "4*4"], ["idx", "int32 const*"]] }] },
  { source: "__global__ void f(int n) { const char* s = \"} __global__ void g() {\"; char c = '}'; }\n__global__ void h() {}", kernels: [{ name: "f", params: [["n", "int32"]] }, { name: "h", params: [] }] },
  { source: "__global__ void f(int n) { g<<<1, 2>>>(n); [&] { return 1; }(); }\n__global__ void h(float x) {}", kernels: [{ name: "f", params: [["n", "int32"]] }, { name: "h", params: [["x", "float32"]] }] },
  { source: "using index = unsigned int;\nusing vec = float4;\n__global__ void f(const vec* x, index n) {}", kernels: [{ name: "f", params: [["x", "float4 const*"], ["n", "uint32"]] }] },
  { source: "constexpr int N = 4 * 4;\n__global__ void f(float x[N]) {}", kernels: [{ name: "f", params: [["x", "float32*", "16"]] }] },
  { source: "__global__ void f(float (&a)[16]) {}", kernels: [], unreadable: [{ name: "f", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 26 }] },
  { source: "template <typename... Ts> __global__ void f(Ts... xs) {}", kernels: [], unreadable: [{ name: "f", code: "CUTS_DECLARATION_VARIADIC", line: 1, column: 47 }] },

  // what cannot be read is said, with the place
  { source: "__global__ void f(const P& p) {}", kernels: [], unreadable: [{ name: "f", code: "CUTS_DECLARATION_UNSUPPORTED", line: 1, column: 26 }] },
  { source: "__global__ void f(int n, ...) {}", kernels: [], unreadable: [{ name: "f", code: "CUTS_DECLARATION_VARIADIC", line: 1, column: 26 }] },
  { source: "__global__ void f(int n\n", kernels: [], unreadable: [{ name: "f", code: "CUTS_DECLARATION_SYNTAX", line: 2, column: 1 }] },
] as const satisfies readonly KernelSourceRow[];

/** Sources that only the run-time finder reads as a compiler does; the compile-time one may see less in them. */
// biome-ignore format: a table reads best with one row a line
export const intricateSources = [
  { source: "template <typename T, typename U = V<int>>\n__global__ void f(T* x, const U* y) {}", kernels: [{ name: "f", template: "typename T, typename U = V<int>", params: [["x", "opaque T*"], ["y", "opaque U const*"]] }] },
  { source: "template <int N, bool B = (N > 2)> __global__ void f(float* x) {}", kernels: [{ name: "f", template: "int N, bool B = (N > 2)", params: [["x", "float32*"]] }] },
  { source: "__global__ void f(int n = (1 < 2), float s = 'a', const char* t = \"x,y)\") {}", kernels: [{ name: "f", params: [["n?", "int32"], ["s?", "float32"], ["t?", "char const*"]] }] },
  { source: "typedef float real;\ntypedef const real* input;\n__global__ void f(input x, real s) {}", kernels: [{ name: "f", params: [["x", "float32 const*"], ["s", "float32"]] }] },
  { source: "#if 0\n__global__ void g(int n) {}\n#endif\n__global__ void f() {}", kernels: [{ name: "f", params: [] }] },
] as const satisfies readonly KernelSourceRow[];
