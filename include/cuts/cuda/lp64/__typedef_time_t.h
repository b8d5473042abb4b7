#ifndef __wasilibc___typedef_time_t_h
#define __wasilibc___typedef_time_t_h
typedef long time_t;
#endif
