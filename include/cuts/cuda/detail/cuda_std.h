// cuda::std, as far as it goes: the names of std.
#pragma once
namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}
