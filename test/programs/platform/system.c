#if defined(_WIN32) || !defined(__linux__) || !defined(__unix__)
#error unsupported platform
#endif
#include <sys/time.h>
#include <unistd.h>

int system_of_c(void) { return __linux__; }
