// What almost every access, wait and turn of a checked kernel takes: tests that find nothing wrong and note what was done. It
// is a WebAssembly module with a memory of its own, so that no kernel can damage what is known of it; kernels call it without
// a way through JavaScript. Whatever is not plainly fine goes to JavaScript (slow_…), which looks at the same memory and has the
// last word: here nothing was noted yet then.
//
// Structures have words only: `npm run generate` writes their fields and the constants for TypeScript.

typedef unsigned int u32;
typedef unsigned long long u64;

// A call in the watched code.
struct Site {
  u32 base;     // the object that it has accessed last
  u32 length;   // bytes of it; 0 for none
  u32 written;  // where its written bytes are in this memory; 0 for an object that is written throughout
  u32 object;   // OBJECT
  u32 turn;     // for a variable of a thread, the turn that it is for; 0 for other objects
  u32 bytes;    // that are accessed
  u32 align;    // bits of an address that must not be set
  u32 how;      // HOW
  u32 flags;    // ACCESS; of a wait, its kind
};

// One of those who have accessed a word.
struct Record {
  u32 block;  // its number in all launches; up to `state.before` there is no record
  u32 who;    // thread, and ACCESS behind THREAD_BITS
  u32 epoch;
  u32 tick;
  u32 time;
  u32 site;
};

struct Word {
  struct Record write;
  struct Record reads[2];
};

struct Thread {
  u32 waiting;  // site of its wait plus 1, or 0
  u32 kind;
  u32 operation;
  u32 mask;
  u32 argument;
  u32 waits;  // with its warp; ticks count them from 1 on
  u32 exited;
  u32 overflow;     // site of the last overflow plus 1, or 0
  u32 deviceFence;  // when it passed a fence, or 0
  u32 blockFence;
};

// A variable of a thread that has elements. They stay in the table from block to block.
struct Local {
  u32 base;  // 0 behind the last one of a thread
  u32 length;
  u32 written;
  u32 site;
  u32 block;  // number of the block that has it
};

struct Block {
  u32 number;
  u32 epoch;    // barriers passed
  u32 barrier;  // site plus 1 of the barrier that some threads wait at
  u32 mixed;    // whether others wait elsewhere
  u32 learned;  // whether a thread knows of what others have handed on
  u32 locals;   // where the variables of its threads are; 0 for a kernel without any
  u32 count;    // of threads, which follow
};

struct State {
  u32 sites;
  u32 block;
  u32 thread;
  u32 turn;    // counts turns of threads
  u32 time;    // counts fences
  u32 before;  // number of the last block before this launch
  u32 doubts;  // whether JavaScript waits for the next thing that happens
  u32 logs;    // whether anything was handed on through memory
};

enum PLACE { STATE_AT = 1024, PAGE_TABLE_AT = 65536, HEAP_AT = 4259840 };
enum LAYOUT { THREAD_BITS = 10, PAGE_BITS = 12, LOCALS = 16 };
enum HOW { LOOKS = 1, MARKS = 2, MODIFIES = 4, RELEASES = 8, BARRIER = 16 };
enum OBJECT { OPAQUE = 1, RACES = 2, TELLS = 4 };
// The lowest four bits are the bytes of the word.
enum ACCESS { BYTES = 15, ATOMIC = 16, BLOCK_SCOPE = 32, VOLATILE = 64 };

#define state (*(struct State *)STATE_AT)
#define SLOW(name) __attribute__((import_module("slow"), import_name(#name))) extern
#define EXPORT(name) __attribute__((export_name(#name)))
#define INLINE static inline __attribute__((always_inline))

SLOW(access) u32 slow_access(u32 address, u32 root, u32 bytes, u32 site);
SLOW(touch) void slow_touch(u32 address, u32 bytes, u32 site);
SLOW(local) void slow_local(u32 address, u32 site);
SLOW(wait) void slow_wait(u32 operation, u32 mask, u32 argument, u32 site);
SLOW(exit) void slow_exit(void);
SLOW(thread) void slow_thread(u32 index);

INLINE struct Block *runningBlock(void) { return (struct Block *)state.block; }
INLINE struct Thread *threadsOf(struct Block *block) { return (struct Thread *)(block + 1); }
INLINE struct Thread *runningThread(void) { return threadsOf(runningBlock()) + state.thread; }

typedef unsigned short __attribute__((aligned(1))) loose16;
typedef u32 __attribute__((aligned(1))) loose32;
typedef u64 __attribute__((aligned(1))) loose64;

// Sizes by name, because a loop and a fill of memory take longer than all the rest.
INLINE int areWritten(u32 at, u32 count) {
  const u64 all = 0x0101010101010101;
  if (count == 4) return *(const loose32 *)at == (u32)all;
  if (count == 8) return *(const loose64 *)at == all;
  if (count == 16) return (*(const loose64 *)at & *(const loose64 *)(at + 8)) == all;
  for (u32 i = 0; i < count; i++)
    if (((const unsigned char *)at)[i] == 0) return 0;
  return 1;
}

INLINE void markWritten(u32 at, u32 count) {
  const u64 all = 0x0101010101010101;
  if (count == 4) *(loose32 *)at = (u32)all;
  else if (count == 8) *(loose64 *)at = all;
  else if (count == 16) *(loose64 *)at = *(loose64 *)(at + 8) = all;
  else if (count == 1) *(unsigned char *)at = 1;
  else if (count == 2) *(loose16 *)at = (unsigned short)all;
  else __builtin_memset((void *)at, 1, count);
}

INLINE int isOwn(const struct Record *record, const struct Block *block) {
  return record->block == block->number && (record->who & ((1 << THREAD_BITS) - 1)) == state.thread;
}

// Whether an access goes together with one before it.
INLINE int isApart(const struct Record *record, const struct Block *block, u32 flags) {
  if (record->block <= state.before) return 1;
  int isSameBlock = record->block == block->number;
  u32 who = record->who;
  if (isSameBlock && (record->epoch < block->epoch || (who & ((1 << THREAD_BITS) - 1)) == state.thread)) return 1;
  u32 other = who >> THREAD_BITS;
  if ((other & flags & BYTES) == 0) return 1;
  int areStrong = (other & (ATOMIC | VOLATILE)) != 0 && (flags & (ATOMIC | VOLATILE)) != 0;
  return areStrong && (isSameBlock || ((other | flags) & BLOCK_SCOPE) == 0);
}

INLINE struct Word *wordAt(u32 address) {
  u32 page = ((const u32 *)PAGE_TABLE_AT)[address >> PAGE_BITS];
  if (page == 0) return 0;
  return (struct Word *)page + ((address & ((1 << PAGE_BITS) - 1)) >> 2);
}

INLINE int isWordFine(const struct Word *word, const struct Block *block, u32 how, u32 flags) {
  if (word == 0 || !isApart(&word->write, block, flags)) return 0;
  if ((how & MODIFIES) == 0) return 1;
  const struct Record *one = &word->reads[0], *two = &word->reads[1];
  if (!isApart(one, block, flags) || !isApart(two, block, flags)) return 0;
  // What the thread has read before is part of the operation.
  return (flags & ATOMIC) == 0 || (!isOwn(one, block) && !isOwn(two, block));
}

INLINE void note(struct Record *record, const struct Block *block, u32 tick, u32 flags, u32 site) {
  record->block = block->number;
  record->who = state.thread | flags << THREAD_BITS;
  record->epoch = block->epoch;
  record->tick = tick;
  record->time = state.time;
  record->site = site;
}

INLINE void noteWord(struct Word *word, const struct Block *block, u32 tick, u32 how, u32 flags, u32 site) {
  if ((how & MODIFIES) != 0) {
    note(&word->write, block, tick, flags, site);
    return;
  }
  if (!isOwn(&word->reads[0], block)) {
    const loose64 *from = (const loose64 *)&word->reads[0];
    loose64 *to = (loose64 *)&word->reads[1];
    to[0] = from[0], to[1] = from[1], to[2] = from[2];
  }
  note(&word->reads[0], block, tick, flags, site);
}

// The bytes of a word that an access has.
INLINE u32 bytesIn(u32 word, u32 address, u32 end) {
  u32 from = address > word ? address - word : 0;
  u32 to = end < word + 4 ? end - word : 4;
  return (1 << to) - (1 << from);
}

INLINE int isAlone(const struct Site *s, u32 address, u32 bytes, u32 site) {
  if (state.doubts != 0) return 0;
  struct Block *block = runningBlock();
  struct Thread *thread = runningThread();
  u32 how = s->how, flags = s->flags, tick = thread->waits + 1;
  if ((flags & (ATOMIC | VOLATILE)) != 0) {
    if (state.logs != 0 || (how & RELEASES) != 0) return 0;
    if ((how & MODIFIES) != 0 && (thread->deviceFence | thread->blockFence) != 0) return 0;
  }
  u32 end = address + bytes;
  // Most are one word.
  if (((address & 3) + bytes) <= 4) {
    struct Word *word = wordAt(address);
    u32 own = flags | bytesIn(address & ~3u, address, end);
    if (!isWordFine(word, block, how, own)) return 0;
    noteWord(word, block, tick, how, own, site);
    return 1;
  }
  for (u32 at = address & ~3u; at < end; at += 4)
    if (!isWordFine(wordAt(at), block, how, flags | bytesIn(at, address, end))) return 0;
  for (u32 at = address & ~3u; at < end; at += 4)
    noteWord(wordAt(at), block, tick, how, flags | bytesIn(at, address, end), site);
  return 1;
}

INLINE struct Local *localsOf(struct Block *block) {
  return (struct Local *)block->locals + state.thread * LOCALS;
}

// An access that is not like the last one of its site: to a variable of the thread, or one to ask about.
static __attribute__((noinline)) u32 checkLocal(const struct Site *s, u32 address, u32 root, u32 bytes, u32 site) {
  struct Block *block = runningBlock();
  if (block->locals != 0) {
    struct Local *locals = localsOf(block);
    for (u32 i = 0; i < LOCALS && locals[i].base != 0; i++) {
      if (locals[i].block != block->number || root - locals[i].base >= locals[i].length) continue;
      u32 offset = address - locals[i].base, length = locals[i].length;
      if (bytes > length || offset > length - bytes || (address & s->align) != 0) break;
      u32 written = locals[i].written + offset;
      if ((s->how & LOOKS) != 0 && !areWritten(written, bytes)) break;
      if ((s->how & MARKS) != 0) markWritten(written, bytes);
      return address;
    }
  }
  return slow_access(address, root, bytes, site);
}

INLINE u32 check(const struct Site *s, u32 address, u32 root, u32 bytes, u32 site) {
  u32 offset = address - s->base, length = s->length;
  if (bytes > length || offset > length - bytes || root - s->base > length)
    return checkLocal(s, address, root, bytes, site);
  if (s->turn != 0 && (s->turn != state.turn || root - s->base >= length))
    return checkLocal(s, address, root, bytes, site);
  u32 object = s->object;
  if ((object & OPAQUE) != 0) return address;
  if ((address & s->align) != 0) return slow_access(address, root, bytes, site);
  u32 written = s->written == 0 ? 0 : s->written + offset;
  if (written != 0 && (s->how & LOOKS) != 0 && !areWritten(written, bytes))
    return slow_access(address, root, bytes, site);
  if ((object & RACES) != 0 && !isAlone(s, address, bytes, site))
    return slow_access(address, root, bytes, site);
  if (written != 0 && (s->how & MARKS) != 0) markWritten(written, bytes);
  if ((object & TELLS) != 0) slow_touch(address, bytes, site);
  return address;
}

EXPORT(access) u32 onAccess(u32 address, u32 root, u32 site) {
  const struct Site *s = (const struct Site *)state.sites + site;
  return check(s, address, root, s->bytes, site);
}

EXPORT(range) u32 onRange(u32 address, u32 root, u32 bytes, u32 site) {
  return check((const struct Site *)state.sites + site, address, root, bytes, site);
}

// A variable of the running thread begins: it is the last one, and nobody has written to it.
EXPORT(local) void onLocal(u32 address, u32 site) {
  struct Block *block = runningBlock();
  state.turn++;
  struct Local *locals = localsOf(block);
  u32 found = LOCALS;
  for (u32 i = 0; i < LOCALS && locals[i].base != 0; i++) {
    if (locals[i].base != address) continue;
    if (locals[i].site == site) found = i;
    else locals[i].block = 0;  // it was there before
  }
  if (found == LOCALS) {
    slow_local(address, site);
    return;
  }
  u32 i = found;
  struct Local own = locals[i];
  for (; i + 1 < LOCALS && locals[i + 1].base != 0; i++) locals[i] = locals[i + 1];
  own.block = block->number;
  locals[i] = own;
  __builtin_memset((void *)own.written, 0, own.length);
}

EXPORT(wait) void onWait(u32 operation, u32 mask, u32 argument, u32 site) {
  const struct Site *s = (const struct Site *)state.sites + site;
  if (state.doubts != 0 || (s->how & BARRIER) == 0) {
    slow_wait(operation, mask, argument, site);
    return;
  }
  struct Block *block = runningBlock();
  struct Thread *thread = runningThread();
  thread->waiting = site + 1;
  thread->kind = s->flags;
  thread->operation = operation;
  thread->mask = mask;
  thread->argument = argument;
  if (block->barrier == 0) block->barrier = site + 1;
  else if (block->barrier != site + 1) block->mixed = 1;
}

EXPORT(exit) void onExit(u32 site) {
  if (state.doubts != 0) slow_exit();
  else runningThread()->exited = 1;
}

// A thread begins, or goes on: then its barrier is open.
EXPORT(thread) void onThread(u32 index, u32 x, u32 y, u32 z, u32 region) {
  if (state.doubts != 0) {
    slow_thread(index);
    return;
  }
  struct Block *block = runningBlock();
  struct Thread *threads = threadsOf(block);
  state.thread = index;
  state.turn++;
  u32 waiting = threads[index].waiting;
  if (waiting == 0) return;
  if (block->mixed != 0 || block->learned != 0 || waiting != block->barrier) {
    slow_thread(index);
    return;
  }
  for (u32 i = 0; i < block->count; i++) threads[i].waiting = 0;
  block->barrier = 0;
  block->epoch++;
}
