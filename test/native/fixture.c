// The C side of the ffi tests. `entered` counts every call, which is how the tests know that a wrong call never arrived.

#include <complex.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t entered;

int64_t entered_count(void) { return entered; }

#define ENTER() (entered++)

// every scalar type, there and back
#define ECHO(name, type) \
  type echo_##name(type value) { \
    ENTER(); \
    return value; \
  }
ECHO(bool, bool)
ECHO(char, char)
ECHO(int8, int8_t)
ECHO(uint8, uint8_t)
ECHO(int16, int16_t)
ECHO(uint16, uint16_t)
ECHO(int32, int32_t)
ECHO(uint32, uint32_t)
ECHO(long, long)
ECHO(ulong, unsigned long)
ECHO(int64, int64_t)
ECHO(uint64, uint64_t)
ECHO(size, size_t)
ECHO(ssize, ptrdiff_t)
ECHO(float32, float)
ECHO(float64, double)
ECHO(complex64, float complex)
ECHO(complex128, double complex)

// arrays
void sum_arrays(const float *a, const float *b, float *out, int n) {
  ENTER();
  for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
}

double sum_matrix(const double *m, int rows, int cols) {
  ENTER();
  double total = 0;
  for (int i = 0; i < rows * cols; i++) total += m[i];
  return total;
}

int64_t sum_int64(const int64_t *x, uint64_t n) {
  ENTER();
  int64_t total = 0;
  for (uint64_t i = 0; i < n; i++) total += x[i];
  return total;
}

void fill_bytes(void *memory, int value, size_t n) {
  ENTER();
  memset(memory, value, n);
}

// nine parameters: the general path, with a length whose parameter comes last
float dot_many(const float *a, const float *b, int c, int d, int e, int f, int g, int h, int n) {
  ENTER();
  float total = c + d + e + f + g + h;
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

void magnitudes(const float *pairs, float *out, int n) {
  ENTER();
  for (int i = 0; i < n; i++) out[i] = pairs[2 * i] + pairs[2 * i + 1];
}

void out_parameters(int *count, double *ratio, const char **text) {
  ENTER();
  if (count) *count = 42;
  if (ratio) *ratio = 0.5;
  if (text) *text = "out";
}

float sum_rows(const float *const *rows, int row_count, int n) {
  ENTER();
  float total = 0;
  for (int r = 0; r < row_count; r++)
    for (int i = 0; rows[r] && i < n; i++) total += rows[r][i];
  return total;
}

// strings
size_t total_length(const char *const *strings) {
  ENTER();
  size_t total = 0;
  for (; *strings; strings++) total += strlen(*strings);
  return total;
}

int count_strings(const char **strings, int n) {
  ENTER();
  int count = 0;
  for (int i = 0; i < n; i++) count += strings[i] != NULL;
  return count;
}

const char *greeting(bool polite) {
  ENTER();
  return polite ? "grüß dich" : NULL;
}

void upper(char *text, size_t n) {
  ENTER();
  for (size_t i = 0; i < n && text[i]; i++)
    if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 32;
}

// structs and enums
struct vec3 {
  float x, y, z;
};
struct record {
  int64_t id;
  char name[16];
  double weights[3];
  struct vec3 position;
  bool active;
  const char *note;
};
enum color { RED, GREEN = 5, BLUE };

struct vec3 scale(struct vec3 v, float factor) {
  ENTER();
  return (struct vec3){v.x * factor, v.y * factor, v.z * factor};
}

double length_squared(const struct vec3 *v) {
  ENTER();
  return v ? (double)v->x * v->x + (double)v->y * v->y + (double)v->z * v->z : -1;
}

void move_all(struct vec3 *points, int n, float by) {
  ENTER();
  for (int i = 0; i < n; i++) points[i].x += by;
}

void touch_record(struct record *record) {
  ENTER();
  record->id += 1;
  strcat(record->name, "!");
  record->weights[1] *= 2;
  record->position.z = 7;
  record->active = !record->active;
  record->note = "touched";
}

struct record make_record(int64_t id) {
  ENTER();
  struct record record = {.id = id, .name = "made", .weights = {1, 2, 3}, .position = {4, 5, 6}, .active = true};
  return record;
}

enum color next_color(enum color color) {
  ENTER();
  return color == RED ? GREEN : color == GREEN ? BLUE : RED;
}

// handles
struct counter {
  int value;
};
struct counter *counter_new(int start) {
  ENTER();
  struct counter *counter = malloc(sizeof *counter);
  counter->value = start;
  return counter;
}
int counter_next(struct counter *counter) {
  ENTER();
  return counter ? counter->value++ : -1;
}
int counter_open(struct counter **out, int start) {
  ENTER();
  *out = counter_new(start);
  return 0;
}
static int64_t freed;
void counter_free(struct counter *counter) {
  freed++;
  free(counter);
}
int64_t freed_count(void) { return freed; }

float *make_floats(int n) {
  ENTER();
  float *floats = malloc(sizeof(float) * (size_t)n);
  for (int i = 0; i < n; i++) floats[i] = (float)i;
  return floats;
}
void free_floats(float *floats) {
  freed++;
  free(floats);
}

// errno
int fail_with(int code) {
  ENTER();
  errno = code;
  return -1;
}

// callbacks
int apply(int (*f)(int x, int y), int x, int y) {
  ENTER();
  return f ? f(x, y) : -1;
}

int apply_many(int (*f)(int x), int n) {
  ENTER();
  int total = 0;
  for (int i = 0; i < n; i++) total += f(i);
  return total;
}

uint64_t echo_through(uint64_t (*f)(uint64_t big, int64_t small, size_t size, bool flag, const char *text, double real),
                      uint64_t big) {
  ENTER();
  return f(big, -5, 7, true, "text", 2.5);
}

double record_through(struct record (*f)(struct vec3 v), float x) {
  ENTER();
  struct record record = f((struct vec3){x, 2, 3});
  return (double)record.id + record.name[0] + record.weights[2] + record.position.y + record.active;
}

static void (*handler)(int code);
void set_handler(void (*f)(int code)) {
  ENTER();
  handler = f;
}
void fire(int code) {
  ENTER();
  if (handler) handler(code);
}

// foreign threads
static atomic_int threads;
int thread_count(void) { return threads; }
static void *thread_main(void *argument) {
  for (int i = 0; i < 3; i++) handler((int)(intptr_t)argument + i);
  threads--;
  return NULL;
}
void fire_from_thread(int code) {
  ENTER();
  pthread_t thread;
  threads++;
  pthread_create(&thread, NULL, thread_main, (void *)(intptr_t)code);
  pthread_detach(thread);
}

static void *thread_forever(void *argument) {
  for (;;) handler((int)(intptr_t)argument);
  return NULL;
}
void fire_forever(int code) {
  pthread_t thread;
  pthread_create(&thread, NULL, thread_forever, (void *)(intptr_t)code);
  pthread_detach(thread);
}

// asynchronous calls
int sleep_ms(int ms) {
  usleep((useconds_t)ms * 1000);
  return ms;
}

static atomic_bool gate;
void open_gate(void) { gate = true; }
// Writes only when the gate is open: what it writes to must still be there then.
void fill_behind_gate(void *memory, int value, size_t n) {
  ENTER();
  while (!gate) usleep(1000);
  memset(memory, value, n);
}
void close_gate(void) { gate = false; }
static void wait_for_gate(void) {
  while (!gate) usleep(1000);
}
// Writes again and again until the gate opens: whatever becomes of the memory meanwhile is found out.
void fill_until_gate(int *a, int n, int value) {
  ENTER();
  for (bool last = false; !last; usleep(1000)) {
    last = gate;
    for (int i = 0; i < n; i++) a[i] = value;
  }
}
void fill_part_behind_gate(int *a, int n, int from, int to, int value) {
  ENTER();
  wait_for_gate();
  for (int i = from; i < to && i < n; i++) a[i] = value;
}
int64_t sum_behind_gate(const int *a, int n) {
  ENTER();
  wait_for_gate();
  int64_t total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}
void fill_rows_behind_gate(float *const *rows, int row_count, int n, float value) {
  ENTER();
  wait_for_gate();
  for (int r = 0; r < row_count; r++)
    for (int i = 0; rows[r] && i < n; i++) rows[r][i] = value;
}
void move_all_behind_gate(struct vec3 *points, int n, float by) {
  ENTER();
  wait_for_gate();
  for (int i = 0; i < n; i++) points[i].x += by;
}
size_t length_behind_gate(const char *text, const char *const *more) {
  ENTER();
  wait_for_gate();
  size_t total = strlen(text);
  for (; *more; more++) total += strlen(*more);
  return total;
}
const int *find_int(const int *a, int n, int value) {
  ENTER();
  for (int i = 0; i < n; i++)
    if (a[i] == value) return a + i;
  return NULL;
}
int remainder_of_address(const void *memory, int by) {
  ENTER();
  return (int)((uintptr_t)memory % (uintptr_t)by);
}
