// A libcuda and a libnvrtc without a GPU, for the seam between TypeScript and the driver: it takes every call the backend
// makes, checks what it is given (handles that live, memory that exists, the layout of a launch) and writes the calls
// down. It runs no kernels: a launch is kept, not done. Device memory is host memory, and streams do everything at once.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int CUresult;
enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, INVALID_CONTEXT = 201, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600 };

// What a test can see and set.
static char call_log[1 << 20];
static size_t call_log_length;
static char failing[64];
static int failing_status, failing_after;
static int driver_version = 13000, device_count = 1, event_delay, architecture = 90, concurrent_managed = 1, peers = 1;
static uint64_t memory_limit = 1u << 30;

static void note(const char* text) {
  size_t n = strlen(text);
  if (call_log_length + n + 2 > sizeof call_log) return;
  memcpy(call_log + call_log_length, text, n);
  call_log_length += n;
  call_log[call_log_length++] = '\n';
  call_log[call_log_length] = 0;
}
const char* fake_log(void) { return call_log; }
void fake_clear_log(void) { call_log_length = 0; call_log[0] = 0; }
void fake_fail(const char* call, int status, int after) {
  snprintf(failing, sizeof failing, "%s", call);
  failing_status = status;
  failing_after = after;
}
void fake_set_version(int version) { driver_version = version; }
void fake_set_devices(int count) { device_count = count; }
void fake_set_event_delay(int queries) { event_delay = queries; }
// Events of the default stream do not happen, whoever waits, until this is 0 again.
enum { STUCK = 0x7fffffff };
static volatile int stuck;
void fake_set_stuck(int yes) { stuck = yes; }
void fake_set_memory(uint64_t bytes) { memory_limit = bytes; }
void fake_set_architecture(int sm) { architecture = sm; }
void fake_set_concurrent_managed(int yes) { concurrent_managed = yes; }
void fake_set_peers(int yes) { peers = yes; }

static int injected(const char* call) {
  if (strcmp(failing, call) != 0) return 0;
  if (failing_after-- > 0) return 0;
  int status = failing_status;
  // Lost devices stay lost; other errors happen once.
  if (status < 700 || status > 719) failing[0] = 0;
  return status;
}
#define ENTER(call) do { note(call); int s_ = injected(call); if (s_) return s_; } while (0)

// Objects: a magic number tells what a handle is, and that it lives.
enum { STREAM = 0x5354, EVENT = 0x4556, LIBRARY = 0x4c49, KERNEL = 0x4b45, CONTEXT = 0x4354, GRAPH = 0x4752, EXEC = 0x4558, DEAD = 0xdead };
// Work in a graph: a launch as its line in the log, or a copy, or a fill.
enum { NODE_KERNEL, NODE_COPY, NODE_FILL };
typedef struct node { int kind; struct object* kernel; char line[1024]; char* to; const char* from; size_t size; } node;
typedef struct object {
  int magic; int waits; struct object* library; char name[128]; char names[64][128]; int count;
  struct object* capture; node* nodes[128];
} object;
static object contexts[4] = {{.magic = CONTEXT}, {.magic = CONTEXT}, {.magic = CONTEXT}, {.magic = CONTEXT}};
static object* current;
static int live_objects, live_allocations;
static uint64_t live_bytes;
int fake_live_objects(void) { return live_objects; }
int fake_live_allocations(void) { return live_allocations; }

static object* make(int magic) {
  object* o = calloc(1, sizeof *o);
  o->magic = magic;
  live_objects++;
  return o;
}
static int is(object* o, int magic) { return o != NULL && o->magic == magic; }
static int is_stream(object* o) { return o == NULL || is(o, STREAM); }
static void kill_object(object* o) { o->magic = DEAD; live_objects--; }

typedef struct block { char* start; uint64_t size; struct block* next; } block;
static block* blocks;
// Page-locked memory of the host, which the GPU sees where it was asked for as mapped.
static block* mapped;
static block* block_in(block* list, uint64_t address, uint64_t size) {
  for (block* b = list; b != NULL; b = b->next) {
    uint64_t start = (uint64_t)(uintptr_t)b->start;
    if (address >= start && address + size <= start + b->size) return b;
  }
  return NULL;
}
static block* block_at(uint64_t address, uint64_t size) {
  block* b = block_in(blocks, address, size);
  return b != NULL ? b : block_in(mapped, address, size);
}
static CUresult allocate(uint64_t* out, uint64_t size) {
  if (size == 0) return INVALID_VALUE;
  if (live_bytes + size > memory_limit) return OUT_OF_MEMORY;
  block* b = malloc(sizeof *b);
  b->start = aligned_alloc(512, (size + 511) / 512 * 512);
  b->size = size;
  b->next = blocks;
  blocks = b;
  live_bytes += size;
  live_allocations++;
  *out = (uint64_t)(uintptr_t)b->start;
  return OK;
}
static CUresult release(uint64_t address) {
  for (block** at = &blocks; *at != NULL; at = &(*at)->next) {
    block* b = *at;
    if ((uint64_t)(uintptr_t)b->start != address) continue;
    *at = b->next;
    live_bytes -= b->size;
    live_allocations--;
    free(b->start);
    free(b);
    return OK;
  }
  return INVALID_VALUE;
}

CUresult cuInit(unsigned flags) { ENTER("cuInit"); return flags == 0 ? OK : INVALID_VALUE; }
CUresult cuDriverGetVersion(int* v) { *v = driver_version; return OK; }
CUresult cuDeviceGetCount(int* n) { *n = device_count; return OK; }
CUresult cuDeviceGet(int* d, int ordinal) { *d = ordinal; return ordinal < device_count ? OK : 101; }
CUresult cuDeviceGetName(char* name, int length, int d) { (void)d; snprintf(name, length, "Fake GPU"); return OK; }
CUresult cuDeviceGetUuid_v2(unsigned char* uuid, int d) { memset(uuid, d + 1, 16); return d < device_count ? OK : 101; }
static CUresult record(object* s, node n) {
  object* g = s->capture;
  if (g->count == 128) return OUT_OF_MEMORY;
  g->nodes[g->count] = malloc(sizeof n);
  *g->nodes[g->count++] = n;
  return OK;
}
static void forget_nodes(object* g) { for (int i = 0; i < g->count; i++) free(g->nodes[i]); }

CUresult cuDeviceTotalMem_v2(size_t* bytes, int d) { (void)d; *bytes = memory_limit; return OK; }
CUresult cuDeviceGetAttribute(int* v, int attribute, int d) {
  (void)d;
  switch (attribute) {
    case 1: *v = 1024; break;
    case 2: case 3: *v = 1024; break;
    case 4: *v = 64; break;
    case 5: *v = 2147483647; break;
    case 6: case 7: *v = 65535; break;
    case 10: *v = 32; break;
    case 16: *v = 132; break;
    case 75: *v = architecture / 10; break;
    case 76: *v = architecture % 10; break;
    case 83: *v = 1; break;
    case 89: *v = concurrent_managed; break;
    case 97: *v = 232448; break;
    case 115: *v = 1; break;
    default: *v = 0;
  }
  return OK;
}
CUresult cuDevicePrimaryCtxRetain(object** c, int d) { ENTER("cuDevicePrimaryCtxRetain"); *c = &contexts[d]; return OK; }
CUresult cuDevicePrimaryCtxRelease_v2(int d) { (void)d; ENTER("cuDevicePrimaryCtxRelease"); return OK; }
CUresult cuDevicePrimaryCtxReset_v2(int d) { (void)d; ENTER("cuDevicePrimaryCtxReset"); if (strcmp(failing, "cuDevicePrimaryCtxRetain") != 0) failing[0] = 0; current = NULL; return OK; }
CUresult cuCtxSetCurrent(object* c) { ENTER("cuCtxSetCurrent"); if (!is(c, CONTEXT)) return INVALID_CONTEXT; current = c; return OK; }
CUresult cuCtxSynchronize(void) { ENTER("cuCtxSynchronize"); return current ? OK : INVALID_CONTEXT; }
CUresult cuDeviceGetDefaultMemPool(void** pool, int d) { (void)d; *pool = &blocks; return OK; }
CUresult cuMemPoolSetAccess(void* pool, const int* access, size_t n) {
  ENTER("cuMemPoolSetAccess");
  return pool == &blocks && n == 1 && access[0] == 1 && access[1] < device_count && access[2] == 3 ? OK : INVALID_VALUE;
}
CUresult cuDeviceCanAccessPeer(int* yes, int a, int b) { *yes = peers; return a != b ? OK : INVALID_VALUE; }
CUresult cuCtxEnablePeerAccess(object* c, unsigned flags) { ENTER("cuCtxEnablePeerAccess"); return is(c, CONTEXT) && c != current && flags == 0 ? OK : INVALID_VALUE; }
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) { *least = 0; *greatest = -5; return OK; }
CUresult cuMemPoolSetAttribute(void* pool, int attribute, void* value) { (void)value; return pool == &blocks && attribute == 4 ? OK : INVALID_VALUE; }
CUresult cuMemPoolTrimTo(void* pool, size_t keep) { ENTER("cuMemPoolTrimTo"); return pool == &blocks && keep == 0 ? OK : INVALID_VALUE; }
CUresult cuMemGetInfo_v2(size_t* available, size_t* total) { *available = memory_limit - live_bytes; *total = memory_limit; return OK; }
CUresult cuMemAllocAsync(uint64_t* out, size_t size, object* s) { ENTER("cuMemAllocAsync"); if (!current) return INVALID_CONTEXT; return is_stream(s) ? allocate(out, size) : INVALID_HANDLE; }
CUresult cuMemFreeAsync(uint64_t address, object* s) { ENTER("cuMemFreeAsync"); return is_stream(s) ? release(address) : INVALID_HANDLE; }
static int host_blocks;
int fake_host_blocks(void) { return host_blocks; }
CUresult cuMemHostAlloc(void** out, size_t size, unsigned flags) {
  ENTER("cuMemHostAlloc");
  *out = malloc(size);
  host_blocks++;
  if (flags & 2) {
    block* b = malloc(sizeof *b);
    *b = (block){.start = *out, .size = size, .next = mapped};
    mapped = b;
  }
  return OK;
}
CUresult cuMemFreeHost(void* p) {
  ENTER("cuMemFreeHost");
  for (block** at = &mapped; *at != NULL; at = &(*at)->next) {
    block* b = *at;
    if (b->start != p) continue;
    *at = b->next;
    free(b);
    break;
  }
  free(p);
  host_blocks--;
  return OK;
}
static int registered;
int fake_registered(void) { return registered; }
CUresult cuMemHostRegister_v2(void* p, size_t size, unsigned flags) { ENTER("cuMemHostRegister"); registered++; return p && size && flags == 0 ? OK : INVALID_VALUE; }
CUresult cuMemHostUnregister(void* p) { ENTER("cuMemHostUnregister"); registered--; return p ? OK : INVALID_VALUE; }
CUresult cuMemAlloc_v2(uint64_t* out, size_t size) { ENTER("cuMemAlloc"); return allocate(out, size); }
CUresult cuMemFree_v2(uint64_t address) { ENTER("cuMemFree"); return release(address); }
CUresult cuMemAllocManaged(uint64_t* out, size_t size, unsigned flags) { ENTER("cuMemAllocManaged"); return flags == 1 ? allocate(out, size) : INVALID_VALUE; }
typedef struct { int type, id; } location;
CUresult cuMemAdvise_v2(uint64_t address, size_t size, int advice, location l) {
  char line[64];
  snprintf(line, sizeof line, "cuMemAdvise %d at %d:%d", advice, l.type, l.id);
  note(line);
  return block_at(address, size) ? OK : INVALID_VALUE;
}
CUresult cuMemPrefetchAsync_v2(uint64_t address, size_t size, location l, unsigned flags, object* s) {
  char line[64];
  snprintf(line, sizeof line, "cuMemPrefetchAsync to %d:%d", l.type, l.id);
  note(line);
  return block_at(address, size) && flags == 0 && is_stream(s) ? OK : INVALID_VALUE;
}
// A handle is the address and a mark. The same process may open it here, unlike in the driver.
typedef struct { unsigned char reserved[64]; } ipc_handle;
CUresult cuIpcGetMemHandle(ipc_handle* h, uint64_t address) {
  ENTER("cuIpcGetMemHandle");
  memset(h, 0x5a, sizeof *h);
  memcpy(h, &address, sizeof address);
  return block_at(address, 1) ? OK : INVALID_VALUE;
}
CUresult cuIpcOpenMemHandle_v2(uint64_t* out, ipc_handle h, unsigned flags) {
  ENTER("cuIpcOpenMemHandle");
  memcpy(out, &h, sizeof *out);
  return flags == 1 && h.reserved[63] == 0x5a && block_at(*out, 1) ? OK : INVALID_CONTEXT;
}
CUresult cuIpcCloseMemHandle(uint64_t address) { ENTER("cuIpcCloseMemHandle"); return block_at(address, 1) ? OK : INVALID_VALUE; }
static CUresult copy(void* to, const void* from, size_t size, object* s) {
  if (!is_stream(s)) return INVALID_HANDLE;
  if (s != NULL && s->capture != NULL) return record(s, (node){.kind = NODE_COPY, .to = to, .from = from, .size = size});
  memmove(to, from, size);
  return OK;
}
CUresult cuMemcpyPeerAsync(uint64_t to, object* c, uint64_t from, object* d, size_t size, object* s) {
  ENTER("cuMemcpyPeerAsync");
  if (!is(c, CONTEXT) || !is(d, CONTEXT) || c == d || c != current) return INVALID_CONTEXT;
  return block_at(to, size) && block_at(from, size) ? copy((void*)(uintptr_t)to, (void*)(uintptr_t)from, size, s) : INVALID_VALUE;
}
CUresult cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t size, object* s) {
  ENTER("cuMemcpyHtoDAsync");
  return block_at(to, size) ? copy((void*)(uintptr_t)to, from, size, s) : INVALID_VALUE;
}
CUresult cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t size, object* s) {
  ENTER("cuMemcpyDtoHAsync");
  return block_at(from, size) ? copy(to, (void*)(uintptr_t)from, size, s) : INVALID_VALUE;
}
CUresult cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t size, object* s) {
  ENTER("cuMemcpyDtoDAsync");
  if (to < from + size && from < to + size) return INVALID_VALUE;
  return block_at(to, size) && block_at(from, size) ? copy((void*)(uintptr_t)to, (void*)(uintptr_t)from, size, s) : INVALID_VALUE;
}
#define MEMSET(name, type)                                                              \
  CUresult name(uint64_t to, type value, size_t count, object* s) {                     \
    ENTER(#name);                                                                       \
    if (!is_stream(s) || !block_at(to, count * sizeof(type))) return INVALID_VALUE;     \
    type* filled = s != NULL && s->capture != NULL ? malloc(count * sizeof(type)) : (type*)(uintptr_t)to; \
    for (size_t i = 0; i < count; i++) filled[i] = value;                               \
    if (s == NULL || s->capture == NULL) return OK;                                     \
    return record(s, (node){.kind = NODE_FILL, .to = (char*)(uintptr_t)to, .from = (char*)filled, .size = count * sizeof(type)}); \
  }
MEMSET(cuMemsetD8Async, uint8_t)
MEMSET(cuMemsetD16Async, uint16_t)
MEMSET(cuMemsetD32Async, uint32_t)

CUresult cuStreamCreateWithPriority(object** out, unsigned flags, int priority) {
  ENTER("cuStreamCreateWithPriority");
  if (flags != 1 || !current || priority > 0 || priority < -5) return INVALID_VALUE;
  *out = make(STREAM);
  return OK;
}
CUresult cuStreamDestroy_v2(object* s) { ENTER("cuStreamDestroy"); if (!is(s, STREAM)) return INVALID_HANDLE; kill_object(s); return OK; }
CUresult cuStreamQuery(object* s) { int e = injected("cuStreamQuery"); return e ? e : is_stream(s) ? OK : INVALID_HANDLE; }
CUresult cuStreamSynchronize(object* s) { ENTER("cuStreamSynchronize"); return is_stream(s) ? OK : INVALID_HANDLE; }
CUresult cuStreamWaitEvent(object* s, object* e, unsigned flags) { ENTER("cuStreamWaitEvent"); return is_stream(s) && is(e, EVENT) && flags == 0 ? OK : INVALID_HANDLE; }
// Memory type 2 is a device's; nothing is managed, and all is on device 0. The driver knows no other address.
CUresult cuPointerGetAttribute(int* out, int attribute, uint64_t address) {
  if (block_in(blocks, address, 1) == NULL) return INVALID_VALUE;
  *out = attribute == 2 ? 2 : 0;
  return OK;
}
CUresult cuEventCreate(object** out, unsigned flags) { (void)flags; ENTER("cuEventCreate"); *out = make(EVENT); return OK; }
CUresult cuEventRecord(object* e, object* s) {
  ENTER("cuEventRecord");
  if (!is(e, EVENT) || !is_stream(s) || (s != NULL && s->capture != NULL)) return INVALID_HANDLE;
  e->waits = stuck && s == NULL ? STUCK : event_delay;
  return OK;
}
CUresult cuEventQuery(object* e) {
  int status = injected("cuEventQuery");
  if (status) return status;
  if (!is(e, EVENT)) return INVALID_HANDLE;
  if (stuck && e->waits == STUCK) return NOT_READY;
  if (e->waits == STUCK) e->waits = 0;
  if (e->waits > 0) { e->waits--; return NOT_READY; }
  return OK;
}
CUresult cuEventSynchronize(object* e) { ENTER("cuEventSynchronize"); while (stuck && e->waits == STUCK) usleep(1000); if (!is(e, EVENT)) return INVALID_HANDLE; e->waits = 0; return OK; }
CUresult cuEventElapsedTime(float* ms, object* a, object* b) { if (!is(a, EVENT) || !is(b, EVENT)) return INVALID_HANDLE; *ms = a == b ? 0 : 1.5f; return OK; }

// Code is "FAKE", then a line for each kernel and variable.
CUresult cuLibraryLoadData(object** out, const void* code, void* o, void* v, unsigned n, void* lo, void* lv, unsigned ln) {
  ENTER("cuLibraryLoadData");
  if (o || v || n || lo || lv || ln) return INVALID_VALUE;
  if (strncmp(code, "FAKE\n", 5) != 0) return 200;
  object* library = make(LIBRARY);
  for (const char* at = (const char*)code + 5; *at; at = strchr(at, '\n') + 1) {
    snprintf(library->names[library->count++], 128, "%.*s", (int)(strchr(at, '\n') - at), at);
  }
  *out = library;
  return OK;
}
CUresult cuLibraryUnload(object* l) { ENTER("cuLibraryUnload"); if (!is(l, LIBRARY)) return INVALID_HANDLE; kill_object(l); return OK; }
CUresult cuLibraryGetKernel(object** out, object* l, const char* name) {
  ENTER("cuLibraryGetKernel");
  if (!is(l, LIBRARY)) return INVALID_HANDLE;
  for (int i = 0; i < l->count; i++) {
    if (strcmp(l->names[i], name) != 0) continue;
    object* k = make(KERNEL);
    live_objects--;
    snprintf(k->name, sizeof k->name, "%s", name);
    k->library = l;
    *out = k;
    return OK;
  }
  return NOT_FOUND;
}
CUresult cuLibraryGetKernelCount(unsigned* n, object* l) { *n = l->count; return OK; }
CUresult cuLibraryEnumerateKernels(object** out, unsigned n, object* l) {
  for (unsigned i = 0; i < n; i++) cuLibraryGetKernel(&out[i], l, l->names[i]);
  return OK;
}
CUresult cuKernelGetName(const char** name, object* k) { *name = k->name; return OK; }
CUresult cuLibraryGetGlobal(uint64_t* address, size_t* size, object* l, const char* name) { (void)address; (void)size; (void)name; return is(l, LIBRARY) ? NOT_FOUND : INVALID_HANDLE; }
CUresult cuKernelGetAttribute(int* v, int attribute, object* k, int d) { (void)d; *v = attribute == 0 ? 1024 : attribute == 5 ? 90 : 0; return is(k, KERNEL) ? OK : INVALID_HANDLE; }
CUresult cuKernelSetAttribute(int attribute, int value, object* k, int d) {
  (void)d;
  char line[128];
  snprintf(line, sizeof line, "cuKernelSetAttribute %d %d", attribute, value);
  note(line);
  return is(k, KERNEL) ? OK : INVALID_HANDLE;
}
// Every kernel has the parameters (pointer, float, int).
static const size_t places[3][2] = {{0, 8}, {8, 4}, {12, 4}};
CUresult cuKernelGetParamInfo(object* k, size_t i, size_t* offset, size_t* size) {
  if (!is(k, KERNEL) || i > 2) return INVALID_VALUE;
  *offset = places[i][0];
  *size = places[i][1];
  return OK;
}

typedef struct { int id; char pad[4]; unsigned value[16]; } attribute;
typedef struct { unsigned grid[3], block[3], shared; object* stream; attribute* attributes; unsigned count; } config;
CUresult cuLaunchKernelEx(const config* c, object* k, void** parameters, void** extra) {
  if (!current) return INVALID_CONTEXT;
  if (!is(k, KERNEL) || !is(k->library, LIBRARY) || !is_stream(c->stream)) return INVALID_HANDLE;
  if (parameters != NULL) return INVALID_VALUE;
  int status = injected("cuLaunchKernelEx");
  if (status) return status;
  if (c->block[0] * c->block[1] * c->block[2] > 1024) return INVALID_VALUE;
  char line[1024];
  int n = snprintf(line, sizeof line, "launch %s grid %u,%u,%u block %u,%u,%u shared %u stream %s attributes", k->name, c->grid[0],
                   c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2], c->shared, c->stream ? "own" : "default");
  for (unsigned i = 0; i < c->count; i++) {
    n += snprintf(line + n, sizeof line - n, " %d:%u,%u,%u", c->attributes[i].id, c->attributes[i].value[0],
                  c->attributes[i].value[1], c->attributes[i].value[2]);
  }
  n += snprintf(line + n, sizeof line - n, " parameters ");
  if (extra != NULL) {
    if (extra[0] != (void*)1 || extra[2] != (void*)2 || extra[4] != NULL) return INVALID_VALUE;
    const unsigned char* bytes = extra[1];
    for (size_t i = 0; i < *(size_t*)extra[3]; i++) n += snprintf(line + n, sizeof line - n, "%02x", bytes[i]);
  }
  if (c->stream != NULL && c->stream->capture != NULL) {
    node n = {.kind = NODE_KERNEL, .kernel = k};
    snprintf(n.line, sizeof n.line, "%s", line);
    return record(c->stream, n);
  }
  note(line);
  return OK;
}
// A block of 128 fills the device, larger ones do not fit well.
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* n, object* k, int threads, size_t shared) {
  (void)shared;
  *n = threads == 128 ? 16 : threads == 256 ? 7 : 1;
  return is(k, KERNEL) ? OK : INVALID_HANDLE;
}

// Graphs are what streams were given while they were captured.
CUresult cuStreamBeginCapture_v2(object* s, int mode) {
  ENTER("cuStreamBeginCapture");
  if (!is(s, STREAM) || s->capture != NULL || mode != 2) return INVALID_VALUE;
  s->capture = make(GRAPH);
  return OK;
}
CUresult cuStreamEndCapture(object* s, object** graph) {
  ENTER("cuStreamEndCapture");
  if (!is(s, STREAM) || s->capture == NULL) return INVALID_VALUE;
  *graph = s->capture;
  s->capture = NULL;
  return OK;
}
CUresult cuGraphDestroy(object* g) { ENTER("cuGraphDestroy"); if (!is(g, GRAPH)) return INVALID_HANDLE; forget_nodes(g); kill_object(g); return OK; }
static void take_nodes(object* to, object* from) {
  forget_nodes(to);
  for (to->count = 0; to->count < from->count; to->count++) {
    to->nodes[to->count] = malloc(sizeof(node));
    *to->nodes[to->count] = *from->nodes[to->count];
  }
}
CUresult cuGraphInstantiateWithFlags(object** exec, object* g, unsigned long long flags) {
  ENTER("cuGraphInstantiate");
  if (!is(g, GRAPH) || flags != 0) return INVALID_VALUE;
  *exec = make(EXEC);
  (*exec)->library = g;
  take_nodes(*exec, g);
  return OK;
}
CUresult cuGraphExecDestroy(object* e) { ENTER("cuGraphExecDestroy"); if (!is(e, EXEC)) return INVALID_HANDLE; forget_nodes(e); kill_object(e); return OK; }
CUresult cuGraphExecUpdate_v2(object* e, object* g, void* result) {
  (void)result;
  ENTER("cuGraphExecUpdate");
  if (!is(e, EXEC) || !is(g, GRAPH)) return INVALID_HANDLE;
  int same = e->count == g->count;
  for (int i = 0; same && i < g->count; i++) same = e->nodes[i]->kind == g->nodes[i]->kind;
  if (!same) return 910;
  take_nodes(e, g);
  return OK;
}
CUresult cuGraphLaunch(object* e, object* s) {
  ENTER("cuGraphLaunch");
  if (!is(e, EXEC) || !is_stream(s)) return INVALID_HANDLE;
  for (int i = 0; i < e->count; i++) {
    node* n = e->nodes[i];
    if (n->kind == NODE_KERNEL) note(n->line);
    else memmove(n->to, n->from, n->size);
  }
  return OK;
}
CUresult cuGraphGetNodes(object* g, node** nodes, size_t* count) {
  if (!is(g, GRAPH)) return INVALID_HANDLE;
  // Last first: nobody promises an order.
  for (int i = 0; nodes != NULL && i < g->count; i++) nodes[i] = g->nodes[g->count - 1 - i];
  *count = g->count;
  return OK;
}
CUresult cuGraphGetEdges(object* g, node** from, node** to, size_t* count) {
  for (int i = 0; i + 1 < g->count; i++) { from[i] = g->nodes[i]; to[i] = g->nodes[i + 1]; }
  *count = g->count - 1;
  return OK;
}
CUresult cuGraphNodeGetType(node* n, int* type) { *type = n->kind; return OK; }
typedef struct { void* func; unsigned grid[3], block[3], shared; void** parameters; void** extra; object* kernel; void* context; } node_params;
CUresult cuGraphKernelNodeGetParams_v2(node* n, node_params* p) { memset(p, 0, sizeof *p); p->kernel = n->kernel; p->parameters = (void**)p; return n->kind == NODE_KERNEL ? OK : INVALID_VALUE; }
CUresult cuGraphExecKernelNodeSetParams_v2(object* e, node* n, const node_params* p) {
  ENTER("cuGraphExecKernelNodeSetParams");
  if (!is(e, EXEC) || p->parameters != NULL || !is(p->kernel, KERNEL)) return INVALID_VALUE;
  for (int i = 0; i < e->count; i++) {
    if (e->library->nodes[i] != n) continue;
    config c = {{p->grid[0], p->grid[1], p->grid[2]}, {p->block[0], p->block[1], p->block[2]}, p->shared, NULL, NULL, 0};
    object stream = {.magic = STREAM, .capture = e};
    int count = e->count;
    c.stream = &stream;
    CUresult status = cuLaunchKernelEx(&c, p->kernel, NULL, p->extra);
    if (status != OK) return status;
    free(e->nodes[i]);
    e->nodes[i] = e->nodes[count];
    e->count = count;
    return OK;
  }
  return INVALID_VALUE;
}

// NVRTC: finds kernels by their text, and mangles names by a rule of its own.
typedef struct { char* source; char log[256]; char code[4096]; char lowered[16][2][128]; int names, is_ptx; } program;
int nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 0; return 0; }
int nvrtcGetNumSupportedArchs(int* n) { *n = 2; return 0; }
int nvrtcGetSupportedArchs(int* archs) { archs[0] = 80; archs[1] = 90; return 0; }
int nvrtcCreateProgram(program** out, const char* source, const char* name, int headers, const char** texts, const char** names) {
  note("nvrtcCreateProgram");
  for (int i = 0; i < headers; i++) {
    char line[256];
    snprintf(line, sizeof line, "header %s: %.100s", names[i], texts[i]);
    note(line);
  }
  note(name);
  *out = calloc(1, sizeof **out);
  (*out)->source = strdup(source);
  live_objects++;
  return 0;
}
int nvrtcDestroyProgram(program** p) { free((*p)->source); free(*p); *p = NULL; live_objects--; return 0; }
int nvrtcAddNameExpression(program* p, const char* name) {
  snprintf(p->lowered[p->names][0], 128, "%s", name);
  snprintf(p->lowered[p->names++][1], 128, "_Z_%s", name);
  return 0;
}
int nvrtcCompileProgram(program* p, int count, const char** options) {
  char line[4096];
  int n = snprintf(line, sizeof line, "nvrtcCompileProgram");
  for (int i = 0; i < count; i++) n += snprintf(line + n, sizeof line - n, " %s", options[i]);
  note(line);
  p->is_ptx = count > 0 && strstr(options[0], "compute_") != NULL;
  if (strstr(p->source, "#error")) {
    snprintf(p->log, sizeof p->log, "kernel.cu(1): error: #error directive: no\n  #error no\n   ^\n\n1 error detected.\n");
    return 6;
  }
  int m = snprintf(p->code, sizeof p->code, "FAKE\n");
  for (const char* at = p->source; (at = strstr(at, "extern \"C\" __global__ void ")); ) {
    at += 27;
    m += snprintf(p->code + m, sizeof p->code - m, "%.*s\n", (int)strcspn(at, "("), at);
  }
  for (int i = 0; i < p->names; i++) m += snprintf(p->code + m, sizeof p->code - m, "%s\n", p->lowered[i][1]);
  return 0;
}
int nvrtcGetProgramLogSize(program* p, size_t* n) { *n = strlen(p->log) + 1; return 0; }
int nvrtcGetProgramLog(program* p, char* log) { strcpy(log, p->log); return 0; }
int nvrtcGetCUBINSize(program* p, size_t* n) { *n = p->is_ptx ? 0 : strlen(p->code) + 1; return 0; }
int nvrtcGetPTXSize(program* p, size_t* n) { *n = strlen(p->code) + 1; return 0; }
int nvrtcGetPTX(program* p, char* code) { strcpy(code, p->code); return 0; }
int nvrtcGetCUBIN(program* p, char* code) { strcpy(code, p->code); return 0; }
int nvrtcGetLoweredName(program* p, const char* name, const char** lowered) {
  for (int i = 0; i < p->names; i++) {
    if (strcmp(p->lowered[i][0], name) != 0) continue;
    *lowered = p->lowered[i][1];
    return 0;
  }
  return 10;
}
