// Casts one ray per pixel against spheres in constant memory; reports the nearest hit, its distance and a Lambert
// shade. Small vector classes with operators, as renderers have.
struct Vec3 {
  float x, y, z;
  __device__ Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  __device__ Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  __device__ friend Vec3 operator*(float s, const Vec3& v) { return {s * v.x, s * v.y, s * v.z}; }
};

__device__ float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vec3 normalize(const Vec3& v) { return (1.0f / sqrtf(dot(v, v))) * v; }

struct Sphere {
  Vec3 centre;
  float radius;
};

struct Camera {
  Vec3 position;
  float focal;
  int width, height;
};

#define MAX_SPHERES 16
__constant__ Sphere spheres[MAX_SPHERES];

__device__ bool hit(const Sphere& sphere, const Vec3& origin, const Vec3& direction, float& distance) {
  const Vec3 offset = origin - sphere.centre;
  const float b = dot(offset, direction);
  const float c = dot(offset, offset) - sphere.radius * sphere.radius;
  const float discriminant = b * b - c;
  if (discriminant < 0.0f) return false;
  distance = -b - sqrtf(discriminant);
  return distance > 0.0f;
}

extern "C" __global__ void trace(Camera camera, int count, Vec3 light, int* nearest, float* distances, float* shades) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= camera.width || py >= camera.height) return;

  const Vec3 direction = normalize(
      {px + 0.5f - 0.5f * camera.width, py + 0.5f - 0.5f * camera.height, camera.focal});
  int best = -1;
  float best_distance = 1e30f;
  for (int s = 0; s < count; ++s) {
    float distance;
    if (hit(spheres[s], camera.position, direction, distance) && distance < best_distance) {
      best = s;
      best_distance = distance;
    }
  }

  float shade = 0.0f;
  if (best >= 0) {
    const Vec3 point = camera.position + best_distance * direction;
    const Vec3 normal = (1.0f / spheres[best].radius) * (point - spheres[best].centre);
    shade = fmaxf(0.0f, dot(normal, normalize(light - point)));
  }
  const int pixel = py * camera.width + px;
  nearest[pixel] = best;
  distances[pixel] = best_distance;
  shades[pixel] = shade;
}
