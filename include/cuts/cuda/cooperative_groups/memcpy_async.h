// cg::memcpy_async and cg::wait: the copy is done by the group's threads at once, and waiting is a group barrier.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {
template <class Group> CUTS_GROUP void memcpy_async(const Group& group, void* to, const void* from, size_t size) {
  for (size_t i = group.thread_rank(); i < size; i += group.size())
    static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
template <class Group, class T> CUTS_GROUP void memcpy_async(const Group& group, T* to, const T* from, size_t size) {
  size_t count = size / sizeof(T), rest = count * sizeof(T);
  for (size_t i = group.thread_rank(); i < count; i += group.size()) to[i] = from[i];
  memcpy_async(group, reinterpret_cast<char*>(to) + rest, static_cast<const void*>(reinterpret_cast<const char*>(from) + rest), size - rest);
}
template <class Group> CUTS_GROUP void wait(const Group& group) { group.sync(); }
template <unsigned Stages, class Group> CUTS_GROUP void wait_prior(const Group& group) { group.sync(); }
}
