// Sets of elements in a table with room for `slots` keys, a power of 2, in which keys that share a place have the next free one.
// A key is never 0, which is a free slot: the highest element, whose key would be, has a slot of its own behind all others, and
// NaN, which is in no set, none. Zeros of both signs have one key.
#pragma once
#include "../order/keys.cuh"

CUTS_INLINE cuts_size cuts_member_place(unsigned key) {
  key ^= key >> 16; key *= 0x85ebca6bu;
  key ^= key >> 13; key *= 0xc2b2ae35u;
  return key ^ key >> 16;
}
CUTS_INLINE cuts_size cuts_member_place(unsigned long long key) {
  key ^= key >> 33; key *= 0xff51afd7ed558ccdull;
  key ^= key >> 33; key *= 0xc4ceb9fe1a85ec53ull;
  return (cuts_size)(key ^ key >> 33);
}
// Puts elements into a table that was 0.
template <class V, class K>
__global__ void member_put(K* table, const V* values, cuts_size n, cuts_size slots) {
  CUTS_EACH(i, n,
    const V x = values[i];
    const K key = ~cuts_key_of(x, 2);
    if (key == 0) { if (x == x) table[slots] = 1; }
    else for (cuts_size at = cuts_member_place(key);; at++) {
      K* const slot = table + (at & (slots - 1));
      K there = *slot;
      if (there == 0) there = atomicCAS(slot, (K)0, key);
      if (there == 0 || there == key) break;
    })
}
// Which elements are in the table, or are not where `isInverted`.
template <class V, class K>
__global__ void member_find(bool* out, const K* table, const V* values, cuts_size n, cuts_size slots, int isInverted) {
  CUTS_EACH(i, n,
    const V x = values[i];
    const K key = ~cuts_key_of(x, 2);
    bool isIn = x == x && table[slots] != 0;
    if (key != 0) {
      cuts_size at = cuts_member_place(key);
      K there = table[at & (slots - 1)];
      while (there != 0 && there != key) there = table[++at & (slots - 1)];
      isIn = there == key;
    }
    out[i] = isIn != (isInverted != 0);)
}
