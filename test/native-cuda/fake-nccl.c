// A libnccl without GPUs, for ranks whose driver is fake.c: memory is that of the host, and streams do everything at once. Ranks
// are processes of this machine; they leave elements for each other in a file that all map, whose name is in the unique id. It
// checks what it is given and writes the calls down.

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OK = 0, INVALID_ARGUMENT = 4, INVALID_USAGE = 5, IN_PROGRESS = 7 };
enum { RANKS = 4, SLOTS = 16, SLOT_BYTES = 1 << 15, MOST_CALLS = 64 };

typedef struct { uint32_t sent, taken; struct { uint32_t length; char bytes[SLOT_BYTES]; } slots[SLOTS]; } mailbox;
typedef struct { uint32_t arrived; mailbox boxes[RANKS][RANKS]; } shared;
typedef struct { char internal[128]; } unique_id;
typedef struct comm { int magic, rank, size, async_error; shared* all; } comm;
typedef struct { size_t size; unsigned magic, version; int blocking; } config;

static char call_log[1 << 16];
static size_t call_log_length;
static int next_async_error;
static void note(const char* text) { if (call_log_length + strlen(text) + 2 < sizeof call_log) call_log_length += snprintf(call_log + call_log_length, sizeof call_log - call_log_length, "%s\n", text); }
const char* fake_nccl_log(void) { return call_log; }
void fake_nccl_clear_log(void) { call_log_length = 0; call_log[0] = 0; }
// What ncclCommGetAsyncError says from now on.
void fake_nccl_fail(int error) { next_async_error = error; }

const char* ncclGetErrorString(int result) { return result == 6 ? "remote process exited or there was a network error" : "fake error"; }
const char* ncclGetLastError(comm* c) { (void)c; return ""; }
int ncclGetVersion(int* version) { *version = 22809; return OK; }

int ncclGetUniqueId(unique_id* id) {
  note("ncclGetUniqueId");
  memset(id, 0, sizeof *id);
  snprintf(id->internal, sizeof id->internal, "/tmp/cuts-fake-nccl-%d-%lx", getpid(), (unsigned long)id ^ (unsigned long)random());
  int fd = open(id->internal, O_CREAT | O_RDWR | O_EXCL, 0600);
  if (fd < 0 || ftruncate(fd, sizeof(shared)) != 0) return 2;
  close(fd);
  return OK;
}

int ncclCommInitRankConfig(comm** out, int size, unique_id id, int rank, config* how) {
  note("ncclCommInitRankConfig");
  if (how->size != 24 || how->magic != 0xcafebeef || how->version < 21400 || how->blocking != 0) return INVALID_ARGUMENT;
  if (rank < 0 || rank >= size || size > RANKS) return INVALID_ARGUMENT;
  int fd = open(id.internal, O_RDWR);
  if (fd < 0) return 2;
  comm* c = calloc(1, sizeof *c);
  *c = (comm){.magic = 0xc0, .rank = rank, .size = size};
  c->all = mmap(NULL, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  // The last one takes the name away.
  if (__atomic_add_fetch(&c->all->arrived, 1, __ATOMIC_SEQ_CST) == (uint32_t)size) unlink(id.internal);
  *out = c;
  return IN_PROGRESS;
}
int ncclCommGetAsyncError(comm* c, int* error) {
  if (c == NULL || c->magic != 0xc0) return INVALID_ARGUMENT;
  *error = next_async_error ? next_async_error : __atomic_load_n(&c->all->arrived, __ATOMIC_SEQ_CST) < (uint32_t)c->size ? IN_PROGRESS : OK;
  return OK;
}
int ncclCommFinalize(comm* c) { note("ncclCommFinalize"); return c->magic == 0xc0 ? OK : INVALID_ARGUMENT; }
int ncclCommDestroy(comm* c) { note("ncclCommDestroy"); c->magic = 0; return OK; }
int ncclCommAbort(comm* c) { note("ncclCommAbort"); c->magic = 0; return OK; }

static void put(comm* c, int to, const void* bytes, size_t length) {
  if (length > SLOT_BYTES) { fprintf(stderr, "fake-nccl: %zu bytes are too many\n", length); abort(); }
  mailbox* box = &c->all->boxes[c->rank][to];
  while (box->sent - __atomic_load_n(&box->taken, __ATOMIC_SEQ_CST) == SLOTS) usleep(50);
  box->slots[box->sent % SLOTS].length = length;
  memcpy(box->slots[box->sent % SLOTS].bytes, bytes, length);
  __atomic_add_fetch(&box->sent, 1, __ATOMIC_SEQ_CST);
}
static void take(comm* c, int from, void* bytes, size_t length) {
  mailbox* box = &c->all->boxes[from][c->rank];
  while (__atomic_load_n(&box->sent, __ATOMIC_SEQ_CST) == box->taken) usleep(50);
  if (box->slots[box->taken % SLOTS].length != length) { fprintf(stderr, "fake-nccl: lengths differ\n"); abort(); }
  memcpy(bytes, box->slots[box->taken % SLOTS].bytes, length);
  __atomic_add_fetch(&box->taken, 1, __ATOMIC_SEQ_CST);
}

static const int widths[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
#define COMBINE(T)                                                                                      \
  for (size_t i = 0; i < count; i++) {                                                                  \
    T* x = (T*)into + i; T y = ((const T*)more)[i];                                                     \
    *x = op == 1 ? *x * y : op == 2 ? (y > *x ? y : *x) : op == 3 ? (y < *x ? y : *x) : (T)(*x + y);     \
  }
static void combine(void* into, const void* more, size_t count, int type, int op) {
  switch (type) {
    case 0: COMBINE(int8_t) break;
    case 1: COMBINE(uint8_t) break;
    case 2: COMBINE(int32_t) break;
    case 3: COMBINE(uint32_t) break;
    case 4: COMBINE(int64_t) break;
    case 5: COMBINE(uint64_t) break;
    case 7: COMBINE(float) break;
    case 8: COMBINE(double) break;
    default: fprintf(stderr, "fake-nccl: no sums of type %d\n", type); abort();
  }
}
static void average(void* x, size_t count, int type, int size) {
  for (size_t i = 0; i < count; i++) {
    if (type == 7) ((float*)x)[i] /= size;
    else ((double*)x)[i] /= size;
  }
}

// Calls of a group wait for its end.
enum { SEND, RECV, ALL_REDUCE, REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER };
static const char* names[] = {"ncclSend", "ncclRecv", "ncclAllReduce", "ncclReduce", "ncclBroadcast", "ncclAllGather", "ncclReduceScatter"};
typedef struct { int kind; comm* c; const char* send; char* receive; size_t count; int type, op, peer; } call;
static call calls[MOST_CALLS];
static int call_count, depth;

static void reduce_at(const call* k, const char* send, char* receive, int root) {
  size_t bytes = k->count * widths[k->type];
  if (k->c->rank != root) { put(k->c, root, send, bytes); return; }
  char* sum = malloc(bytes + 1);
  char* other = malloc(bytes + 1);
  // In the order of ranks, as the oracle has it.
  for (int rank = 0; rank < k->c->size; rank++) {
    if (rank == root) memcpy(other, send, bytes);
    else take(k->c, rank, other, bytes);
    if (rank == 0) memcpy(sum, other, bytes);
    else combine(sum, other, k->count, k->type, k->op);
  }
  if (k->op == 4) average(sum, k->count, k->type, k->c->size);
  memcpy(receive, sum, bytes);
  free(sum);
  free(other);
}
static void broadcast_from(const call* k, const char* send, char* receive, int root) {
  size_t bytes = k->count * widths[k->type];
  if (k->c->rank != root) { take(k->c, root, receive, bytes); return; }
  for (int rank = 0; rank < k->c->size; rank++) if (rank != root) put(k->c, rank, send, bytes);
  memmove(receive, send, bytes);
}
static void run(const call* k) {
  size_t bytes = k->count * widths[k->type];
  int size = k->c->size;
  switch (k->kind) {
    case SEND: put(k->c, k->peer, k->send, bytes); break;
    case RECV: take(k->c, k->peer, k->receive, bytes); break;
    case REDUCE: reduce_at(k, k->send, k->receive, k->peer); break;
    case BROADCAST: broadcast_from(k, k->send, k->receive, k->peer); break;
    case ALL_REDUCE:
      reduce_at(k, k->send, k->receive, 0);
      broadcast_from(k, k->receive, k->receive, 0);
      break;
    case ALL_GATHER:
      for (int root = 0; root < size; root++) broadcast_from(k, k->send, k->receive + root * bytes, root);
      break;
    case REDUCE_SCATTER:
      for (int root = 0; root < size; root++) reduce_at(k, k->send + root * bytes, k->receive, root);
      break;
  }
}
int ncclGroupStart(void) { depth++; return OK; }
int ncclGroupEnd(void) {
  if (--depth > 0) return OK;
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < call_count; i++) {
      int when = calls[i].kind == SEND ? 0 : calls[i].kind == RECV ? 2 : 1;
      if (when == pass) run(&calls[i]);
    }
  }
  call_count = 0;
  return OK;
}
static int add(call k) {
  char line[96];
  snprintf(line, sizeof line, "%s %zu", names[k.kind], k.count);
  note(line);
  if (k.c == NULL || k.c->magic != 0xc0 || k.type < 0 || k.type > 9 || k.peer < 0 || k.peer >= k.c->size) return INVALID_ARGUMENT;
  if (call_count == MOST_CALLS || depth == 0) return INVALID_USAGE;
  calls[call_count++] = k;
  return OK;
}
int ncclSend(const void* s, size_t n, int type, int to, comm* c, void* stream) { (void)stream; return add((call){SEND, c, s, NULL, n, type, 0, to}); }
int ncclRecv(void* r, size_t n, int type, int from, comm* c, void* stream) { (void)stream; return add((call){RECV, c, NULL, r, n, type, 0, from}); }
int ncclAllReduce(const void* s, void* r, size_t n, int type, int op, comm* c, void* stream) { (void)stream; return add((call){ALL_REDUCE, c, s, r, n, type, op, 0}); }
int ncclReduce(const void* s, void* r, size_t n, int type, int op, int root, comm* c, void* stream) { (void)stream; return add((call){REDUCE, c, s, r, n, type, op, root}); }
int ncclBroadcast(const void* s, void* r, size_t n, int type, int root, comm* c, void* stream) { (void)stream; return add((call){BROADCAST, c, s, r, n, type, 0, root}); }
int ncclAllGather(const void* s, void* r, size_t n, int type, comm* c, void* stream) { (void)stream; return add((call){ALL_GATHER, c, s, r, n, type, 0, 0}); }
int ncclReduceScatter(const void* s, void* r, size_t n, int type, int op, comm* c, void* stream) { (void)stream; return add((call){REDUCE_SCATTER, c, s, r, n, type, op, 0}); }
