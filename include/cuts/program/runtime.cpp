// What programs on the cpu device are linked with beside the standard library of WASI, which has neither C++ exceptions
// nor a heap that shares its memory: the Itanium C++ ABI's exceptions over WebAssembly's, and sbrk. Its qsort is another
// one than Linux programs know.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <typeinfo>
#include <unistd.h>

#define CUTS_PROGRAM_IMPORT(name) __attribute__((import_module("cuts"), import_name(#name))) name

extern "C" {
// Memory for the heap, at any address behind the one before; 0 when there is none.
uintptr_t CUTS_PROGRAM_IMPORT(program_break)(intptr_t increment);

[[noreturn]] void cuts_terminate();

__attribute__((constructor(101))) void cuts_start() {
  // Relative names start where the program was started, not at the root.
  if (const char* directory = std::getenv("PWD")) chdir(directory);
  std::set_terminate(cuts_terminate);
}

void* sbrk(intptr_t increment) {
  uintptr_t address = program_break(increment);
  return address == 0 ? reinterpret_cast<void*>(-1) : reinterpret_cast<void*>(address);
}
}

// V8 copies and fills in native code, where touching what null leads to would end the process without a word: a load at
// that address first makes it a trap that tells where it was. The linked code calls these instead (guard-bulk.ts).
namespace {
// As the instructions have them.
#ifdef CUTS_WIDE
using Word = uint64_t;
#else
using Word = uint32_t;
#endif

inline void touch(Word address, Word size) {
  constexpr Word first_address = 65536;
  if (address < first_address && size > 0) (void)*reinterpret_cast<const volatile char*>(static_cast<uintptr_t>(address));
}
}  // namespace

extern "C" void __cuts_copy(Word to, Word from, Word size) {
  touch(to, size);
  touch(from, size);
  __builtin_memmove(reinterpret_cast<void*>(static_cast<uintptr_t>(to)), reinterpret_cast<const void*>(static_cast<uintptr_t>(from)), size);
}
extern "C" void __cuts_fill(Word to, uint32_t value, Word size) {
  touch(to, size);
  __builtin_memset(reinterpret_cast<void*>(static_cast<uintptr_t>(to)), static_cast<int>(value), size);
}

namespace {
using Compare = int (*)(const void*, const void*);

void merge_sort(char* items, size_t count, size_t size, Compare compare, char* scratch) {
  if (count < 2) return;
  size_t half = count / 2;
  char* a = items;
  char* b = items + half * size;
  char* end = items + count * size;
  merge_sort(a, half, size, compare, scratch);
  merge_sort(b, count - half, size, compare, scratch);
  char* out = scratch;
  for (char* middle = b; a != middle && b != end; out += size) {
    char*& next = compare(a, b) <= 0 ? a : b;
    std::memcpy(out, next, size);
    next += size;
  }
  // What is left of the second half is in its place.
  std::memcpy(out, a, items + half * size - a);
  std::memcpy(items, scratch, b - items);
}
}  // namespace

// Merges, as GNU's does: what is equal stays in order, and comparisons that contradict each other are asked in the same
// order. Programs rely on both without knowing.
extern "C" void qsort(void* items, size_t count, size_t size, Compare compare) {
  char* scratch = static_cast<char*>(std::malloc(count * size));
  merge_sort(static_cast<char*>(items), count, size, compare, scratch);
  std::free(scratch);
}

// Random numbers as GNU's library gives them: programs print what they computed from rand() with a known seed, and are compared
// by it. Each number is the sum of those 3 and 31 before it.
namespace {
struct Random {
  static constexpr int size = 31, lag = 3;
  uint32_t state[size];
  int at;

  void seed(unsigned seed) {
    int32_t word = seed == 0 ? 1 : static_cast<int32_t>(seed);
    for (int i = 0; i < size; i++) {
      state[i] = static_cast<uint32_t>(word);
      int64_t next = int64_t(16807) * word % 2147483647;
      word = static_cast<int32_t>(next < 0 ? next + 2147483647 : next);
    }
    at = lag;
    for (int i = 0; i < 10 * size; i++) next();
  }
  int next() {
    uint32_t sum = state[at] += state[(at + size - lag) % size];
    at = (at + 1) % size;
    return static_cast<int>(sum >> 1);
  }
};

Random& random_numbers() {
  static Random numbers = [] {
    Random first;
    first.seed(1);
    return first;
  }();
  return numbers;
}
}  // namespace

extern "C" {
void srand(unsigned seed) { random_numbers().seed(seed); }
int rand() { return random_numbers().next(); }
void srandom(unsigned seed) { random_numbers().seed(seed); }
long random() { return random_numbers().next(); }

int rand_r(unsigned* seed) {
  auto bits = [seed](unsigned count) {
    *seed = *seed * 1103515245u + 12345u;
    return *seed / 65536u % count;
  };
  unsigned high = bits(2048), middle = bits(1024);
  return static_cast<int>(((high << 10 ^ middle) << 10) ^ bits(1024));
}
}

// The kind of exception that C++ throws: it carries the address of an Exception.
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i64\n__cpp_exception:\n");

namespace __cxxabiv1 {
// The part of libc++abi's own class that says whether a clause catches a type.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& adjusted) const = 0;
};
}  // namespace __cxxabiv1

namespace {
using Shim = __cxxabiv1::__shim_type_info;

// Lies before the thrown object; WebAssembly throws its address.
struct alignas(16) Exception {
  std::type_info* type;
  // On this target destructors return their object.
  void* (*destructor)(void*);
  Exception* next_caught;
  void* adjusted;
  int handlers;
  unsigned references;
  // An exception_ptr that was thrown again names the exception it stands for.
  Exception* primary;

  void* object() { return this + 1; }
  Exception* real() { return primary != nullptr ? primary : this; }
  static Exception* of(void* object) { return static_cast<Exception*>(object) - 1; }
};

// Innermost first.
Exception* caught = nullptr;
unsigned uncaught = 0;
// The last one that was thrown.
Exception* raised = nullptr;

void release(Exception* e) {
  if (--e->references != 0) return;
  if (e->primary != nullptr) release(e->primary);
  else if (e->destructor != nullptr) e->destructor(e->object());
  std::free(e);
}

[[noreturn]] void raise(Exception* e) {
  ++uncaught;
  raised = e;
  __builtin_wasm_throw(0, e);
}

uintptr_t read_unsigned(const uint8_t*& at) {
  uintptr_t value = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = *at++;
    value |= static_cast<uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  return value;
}

intptr_t read_signed(const uint8_t*& at) {
  uintptr_t value = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = *at++;
    value |= static_cast<uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if ((byte & 0x40) && shift < 8 * sizeof(value)) value |= ~uintptr_t(0) << shift;
  return static_cast<intptr_t>(value);
}

// A function's table of landing pads, as LLVM writes it for WebAssembly: call sites are numbered, types are addresses.
struct Handlers {
  const uint8_t* types;
  const uint8_t* actions;
  const uint8_t* sites;

  explicit Handlers(const uint8_t* at) {
    if (*at++ != 0xff) read_unsigned(at);
    types = nullptr;
    if (*at++ != 0xff) {
      uintptr_t offset = read_unsigned(at);
      types = at + offset;
    }
    ++at;
    uintptr_t length = read_unsigned(at);
    sites = at;
    actions = at + length;
  }

  Shim* type(intptr_t index) const { return reinterpret_cast<Shim* const*>(types)[-index]; }

  bool specification_allows(intptr_t filter, Exception* e) const {
    const uint8_t* at = types + (-filter - 1);
    for (uintptr_t index = read_unsigned(at); index != 0; index = read_unsigned(at)) {
      void* adjusted = e->real()->object();
      if (type(static_cast<intptr_t>(index))->can_catch(static_cast<Shim*>(e->real()->type), adjusted)) return true;
    }
    return false;
  }

  // The number of the first clause that catches, or 0 where there is only cleaning up to do.
  intptr_t selector(uintptr_t site, Exception* e) const {
    const uint8_t* at = sites;
    uintptr_t action = 0;
    for (uintptr_t i = 0; i <= site; ++i) {
      read_unsigned(at);
      action = read_unsigned(at);
    }
    if (action == 0) return 0;
    for (const uint8_t* clause = actions + (action - 1);;) {
      intptr_t index = read_signed(clause);
      if (index > 0) {
        void* adjusted = e->real()->object();
        Shim* wanted = type(index);
        if (wanted == nullptr || wanted->can_catch(static_cast<Shim*>(e->real()->type), adjusted)) {
          e->adjusted = adjusted;
          return index;
        }
      } else if (index < 0 && !specification_allows(index, e)) {
        return index;
      }
      const uint8_t* here = clause;
      intptr_t next = read_signed(clause);
      if (next == 0) return 0;
      clause = here + next;
    }
  }
};
}  // namespace

extern "C" {
// What generated code fills in before it asks which clause catches.
struct {
  int32_t site;
  const uint8_t* handlers;
  int32_t selector;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* exception) {
  __wasm_lpad_context.selector = static_cast<int32_t>(
      Handlers(__wasm_lpad_context.handlers).selector(__wasm_lpad_context.site, static_cast<Exception*>(exception)));
  return 0;
}

// Referred to by every function that catches; nothing calls it here.
int __gxx_wasm_personality_v0(int, int, uint64_t, void*, void*) { return 0; }

void _Unwind_DeleteException(void* exception) { release(static_cast<Exception*>(exception)); }

void* __cxa_allocate_exception(size_t size) noexcept {
  auto* e = static_cast<Exception*>(std::aligned_alloc(16, (sizeof(Exception) + size + 15) & ~size_t(15)));
  if (e == nullptr) std::abort();
  std::memset(e, 0, sizeof(Exception));
  e->references = 1;
  return e->object();
}

void __cxa_free_exception(void* object) noexcept { std::free(Exception::of(object)); }

void __cxa_throw(void* object, std::type_info* type, void* (*destructor)(void*)) {
  Exception* e = Exception::of(object);
  e->type = type;
  e->destructor = destructor;
  raise(e);
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return static_cast<Exception*>(exception)->adjusted; }

void* __cxa_begin_catch(void* exception) noexcept {
  auto* e = static_cast<Exception*>(exception);
  // One that is thrown again out of its handler counts as negative until it is caught.
  e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
  if (e != caught) {
    e->next_caught = caught;
    caught = e;
  }
  --uncaught;
  // A handler for everything sets no address.
  return e->adjusted != nullptr ? e->adjusted : e->real()->object();
}

void __cxa_end_catch() {
  Exception* e = caught;
  if (e == nullptr) return;
  if (e->handlers < 0) {
    if (++e->handlers == 0) caught = e->next_caught;
  } else if (--e->handlers == 0) {
    caught = e->next_caught;
    release(e);
  }
}

void __cxa_rethrow() {
  Exception* e = caught;
  if (e == nullptr) std::terminate();
  e->handlers = -e->handlers;
  raise(e);
}

std::type_info* __cxa_current_exception_type() { return caught == nullptr ? nullptr : caught->real()->type; }
bool __cxa_uncaught_exception() noexcept { return uncaught != 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return uncaught; }

// std::exception_ptr; one that is made without a throw is held by nobody yet.
abi::__cxa_exception* __cxa_init_primary_exception(void* object, std::type_info* type, void* (*destructor)(void*)) noexcept {
  Exception* e = Exception::of(object);
  e->type = type;
  e->destructor = destructor;
  e->references = 0;
  return reinterpret_cast<abi::__cxa_exception*>(e);
}
void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object != nullptr) ++Exception::of(object)->references;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object != nullptr) release(Exception::of(object));
}
void* __cxa_current_primary_exception() noexcept {
  if (caught == nullptr) return nullptr;
  void* object = caught->real()->object();
  __cxa_increment_exception_refcount(object);
  return object;
}
void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  Exception* dependent = Exception::of(__cxa_allocate_exception(0));
  dependent->primary = Exception::of(object);
  __cxa_increment_exception_refcount(object);
  raise(dependent);
}

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

// For an exception that nobody caught: says so, as the GNU library does, and aborts.
[[noreturn]] void __cuts_uncaught(void* exception) {
  std::fflush(stdout);
  Exception* e = static_cast<Exception*>(exception)->real();
  int status = 0;
  char* name = abi::__cxa_demangle(e->type->name(), nullptr, nullptr, &status);
  std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name ? name : e->type->name());
  void* object = e->object();
  auto* wanted = static_cast<const Shim*>(&typeid(std::exception));
  if (wanted->can_catch(static_cast<Shim*>(e->type), object))
    std::fprintf(stderr, "  what():  %s\n", static_cast<std::exception*>(object)->what());
  std::abort();
}

[[noreturn]] void cuts_terminate() {
  // One that must not leave a function is not caught there: what is generated only calls this.
  if (uncaught != 0 || caught != nullptr) __cuts_uncaught(uncaught != 0 ? raised : caught);
  std::fflush(stdout);
  std::fprintf(stderr, "terminate called without an active exception\n");
  std::abort();
}
}

void* operator new(size_t size) {
  for (;;) {
    if (void* address = std::malloc(size == 0 ? 1 : size)) return address;
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
void* operator new[](size_t size) { return operator new(size); }
