// The library's header for host code, with what it leaves out for targets without threads; programs have them
// (include/cuts/program/threads.cpp).
#pragma once
#include_next <pthread.h>
#ifdef CUTS_HOST_STD
extern "C" __attribute__((noreturn)) void pthread_exit(void* result);
// Always ENOSYS; declared for those who name it and never come to it.
extern "C" int pthread_cancel(pthread_t thread);
#endif
