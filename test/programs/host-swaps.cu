// Swaps of strings and of pairs and maps of them on the host: std::swap is there for device code too, which has no strings.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct ByTime {
  bool operator()(const std::pair<std::string, double>& a, const std::pair<std::string, double>& b) const { return a.second < b.second; }
};

int main() {
  std::vector<std::pair<std::string, double>> times;
  for (int i = 0; i < 40; ++i) times.push_back({"kernel " + std::to_string(i), (i * 17) % 40});
  std::sort(times.begin(), times.end(), ByTime());
  printf("%s, %s, %s\n", times[0].first.c_str(), times[1].first.c_str(), times[39].first.c_str());
  std::pair<std::string, std::map<int, std::string>> a = {"one", {{1, "x"}}}, b = {"two", {{2, "y"}}};
  std::swap(a, b);
  a.swap(b);
  std::swap(a, b);
  printf("%s %s\n", a.first.c_str(), a.second[2].c_str());
  return 0;
}
