// The system interface with 64-bit pointers in memory. Its header knows 32-bit ones only and says so at every structure.
#pragma clang system_header
#pragma push_macro("__wasm32__")
#define __wasm32__ 1
#define _Static_assert(...) typedef int __cuts_not_asserted
#include_next <wasi/wasip1.h>
#undef _Static_assert
#pragma pop_macro("__wasm32__")
