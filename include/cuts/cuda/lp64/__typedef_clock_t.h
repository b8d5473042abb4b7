#ifndef __wasilibc___typedef_clock_t_h
#define __wasilibc___typedef_clock_t_h
typedef long clock_t;
#endif
