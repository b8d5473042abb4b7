#ifndef __wasilibc___typedef_nlink_t_h
#define __wasilibc___typedef_nlink_t_h
typedef unsigned long nlink_t;
#endif
