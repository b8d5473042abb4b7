// The traits that sources take from Thrust's own headers: the standard's.
#pragma once
#include <type_traits>

namespace thrust {
namespace detail {
using std::conditional;
using std::enable_if;
using std::false_type;
using std::integral_constant;
using std::is_arithmetic;
using std::is_convertible;
using std::is_floating_point;
using std::is_integral;
using std::is_pointer;
using std::is_same;
using std::is_void;
using std::remove_const;
using std::remove_cv;
using std::remove_reference;
using std::true_type;
template <bool _Condition, class _Then, class _Else> using eval_if = std::conditional<_Condition, _Then, _Else>;
}
}
