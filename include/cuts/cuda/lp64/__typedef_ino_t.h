#ifndef __wasilibc___typedef_ino_t_h
#define __wasilibc___typedef_ino_t_h
typedef unsigned long ino_t;
#endif
