// cg::memcpy_async and cg::wait: the copy is done by the group's threads at once, and waiting is a group barrier.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {
template <class _Group> CUTS_GROUP void memcpy_async(const _Group& group, void* to, const void* from, size_t size) {
  for (size_t __i = group.thread_rank(); __i < size; __i += group.size())
    static_cast<char*>(to)[__i] = static_cast<const char*>(from)[__i];
}
template <class _Group, class _Tp> CUTS_GROUP void memcpy_async(const _Group& group, _Tp* to, const _Tp* from, size_t size) {
  size_t count = size / sizeof(_Tp), rest = count * sizeof(_Tp);
  for (size_t __i = group.thread_rank(); __i < count; __i += group.size()) to[__i] = from[__i];
  memcpy_async(group, reinterpret_cast<char*>(to) + rest, static_cast<const void*>(reinterpret_cast<const char*>(from) + rest), size - rest);
}
template <class _Group> CUTS_GROUP void wait(const _Group& group) { group.sync(); }
template <unsigned _Stages, class _Group> CUTS_GROUP void wait_prior(const _Group& group) { group.sync(); }
}
