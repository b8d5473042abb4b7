// A ray tracer: spheres on a chequered floor, with mirrors, soft shadows and smooth edges. One thread follows all rays of a pixel.

import * as cu from "cuts";
import { program } from "../shared/program.js";

const source = `
  struct Ray { float3 from, along; };
  __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
  __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
  __device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
  __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  __device__ float3 unit(float3 a) { return a * rsqrtf(dot(a, a)); }

  // Numbers from a seed, the same on every device.
  __device__ float draw(unsigned* state) {
    *state = *state * 747796405u + 2891336453u;
    unsigned word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
    return ((word >> 22) ^ word) * 2.3283064e-10f;
  }

  // The sphere that a ray meets first: its number, -1 for the floor, -2 for the sky; how far it is.
  __device__ int first_hit(const float4* spheres, int count, Ray ray, float* far) {
    int hit = -2;
    *far = 1e9f;
    if (ray.along.y < -1e-4f) {
      *far = -ray.from.y / ray.along.y;
      hit = *far > 1e-3f ? -1 : -2;
      if (hit == -2) *far = 1e9f;
    }
    for (int i = 0; i < count; i++) {
      float3 to = make_float3(spheres[i].x, spheres[i].y, spheres[i].z) - ray.from;
      float middle = dot(to, ray.along), under = middle * middle - dot(to, to) + spheres[i].w * spheres[i].w;
      if (under < 0) continue;
      float near = middle - sqrtf(under);
      if (near > 1e-3f && near < *far) { *far = near; hit = i; }
    }
    return hit;
  }

  __device__ float3 sky(float3 along) {
    float up = 0.5f * (along.y + 1);
    return make_float3(1, 1, 1) * (1 - up) + make_float3(0.35f, 0.55f, 0.95f) * up;
  }

  __device__ Ray camera(float x, float y, int width, int height) {
    // Up and back a little, looking slightly down.
    float right = (2 * x - width) / height, up = (height - 2 * y) / height;
    Ray ray = { make_float3(0, 1.6f, -5.5f), unit(make_float3(right * 0.6f, up * 0.6f - 0.15f, 1)) };
    return ray;
  }

  __device__ float3 colour_along(const float4* spheres, const float4* colours, int count, Ray ray, unsigned* state) {
    float3 light = make_float3(0, 0, 0);
    float left = 1;
    for (int bounce = 0; bounce < 4; bounce++) {
      float far;
      int hit = first_hit(spheres, count, ray, &far);
      if (hit == -2) return light + sky(ray.along) * left;
      float3 place = ray.from + ray.along * far, normal = make_float3(0, 1, 0), own;
      float mirror = 0.15f;
      if (hit == -1) {
        bool isDark = ((int)floorf(place.x) + (int)floorf(place.z)) & 1;
        own = isDark ? make_float3(0.25f, 0.28f, 0.32f) : make_float3(0.9f, 0.88f, 0.84f);
      } else {
        normal = unit(place - make_float3(spheres[hit].x, spheres[hit].y, spheres[hit].z));
        own = make_float3(colours[hit].x, colours[hit].y, colours[hit].z);
        mirror = colours[hit].w;
      }
      // The sun is a disc: each ray looks for a point of it, so shadows have soft edges.
      float3 sun = unit(make_float3(-4 + draw(state), 6 + draw(state), -3 + draw(state)));
      Ray shadow = { place + normal * 1e-3f, sun };
      float unused, lit = fmaxf(dot(normal, sun), 0.0f);
      if (lit > 0 && first_hit(spheres, count, shadow, &unused) != -2) lit = 0;
      light = light + own * (left * (1 - mirror) * (0.25f + 0.85f * lit));
      left *= mirror;
      if (left < 0.02f) return light;
      ray.from = shadow.from;
      ray.along = ray.along - normal * (2 * dot(ray.along, normal));
    }
    return light;
  }

  extern "C" __global__ void render(const float4* spheres, const float4* colours, int count, unsigned char* rgb, int* hits,
                                    int width, int height, int samples, unsigned seed) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int pixel = y * width + x;
    unsigned state = seed * 9781u + pixel * 6271u + 1u;
    float3 sum = make_float3(0, 0, 0);
    for (int sample = 0; sample < samples; sample++) {
      float right = draw(&state), down = draw(&state);
      sum = sum + colour_along(spheres, colours, count, camera(x + right, y + down, width, height), &state);
    }
    float channels[3] = { sum.x, sum.y, sum.z };
    for (int i = 0; i < 3; i++) rgb[3 * pixel + i] = (unsigned char)(255 * sqrtf(fminf(channels[i] / samples, 1.0f)) + 0.5f);
    float unused;
    hits[pixel] = first_hit(spheres, count, camera(x + 0.5f, y + 0.5f, width, height), &unused);
  }`;

const kernel = cu.kernel(source);

/** A sphere: where, how large, its colour, and how much of it is a mirror. */
export interface Sphere {
  readonly at: readonly [number, number, number];
  readonly radius: number;
  readonly colour: readonly [number, number, number];
  readonly mirror: number;
}

/** A row of spheres and a few small ones. */
export const scene: readonly Sphere[] = [
  { at: [0, 1, 0], radius: 1, colour: [0.95, 0.95, 0.95], mirror: 0.85 },
  { at: [-2.2, 0.8, 0.3], radius: 0.8, colour: [0.85, 0.2, 0.15], mirror: 0.1 },
  { at: [2.1, 0.7, -0.2], radius: 0.7, colour: [0.1, 0.45, 0.85], mirror: 0.25 },
  { at: [-0.9, 0.3, -1.6], radius: 0.3, colour: [0.95, 0.7, 0.1], mirror: 0.15 },
  { at: [0.8, 0.25, -1.9], radius: 0.25, colour: [0.15, 0.65, 0.35], mirror: 0.15 },
  { at: [1.2, 1.2, 2.6], radius: 1.2, colour: [0.8, 0.6, 0.95], mirror: 0.4 },
];

/** What a picture is made of. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  /** Rays for each pixel. */
  readonly samples: number;
  readonly seed: number;
}

/** The picture, and which sphere is in the middle of each pixel: its number, -1 for the floor, -2 for the sky. */
export function render(spheres: readonly Sphere[], { width, height, samples, seed }: Shot) {
  const rgb = cu.empty([height, width, 3], { dtype: "uint8" });
  const hits = cu.empty([height, width], { dtype: "int32" });
  using places = cu.array(Float32Array.from(spheres.flatMap(({ at, radius }) => [...at, radius])));
  using colours = cu.array(Float32Array.from(spheres.flatMap(({ colour, mirror }) => [...colour, mirror])));
  const threads = [width, height] as const;
  kernel({ threads }, places, colours, spheres.length, rgb, hits, width, height, samples, seed);
  return { rgb, hits };
}

await program(
  import.meta.url,
  {
    width: [480, "pixels across"],
    height: [270, "pixels down"],
    samples: [16, "rays for each pixel"],
    seed: [1, "where rays and shadows get their spread"],
    out: ["ray-tracer.png", "the picture"],
  },
  async ({ out, ...shot }) => {
    await kernel.ready();
    const since = performance.now();
    const { rgb } = render(scene, shot);
    await cu.device().synchronize();
    const seconds = (performance.now() - since) / 1000;
    await cu.savePng(out, rgb);
    const rays = (shot.width * shot.height * shot.samples) / seconds / 1e6;
    console.log(
      `${shot.width} x ${shot.height} pixels on ${cu.device().id} in ${seconds.toFixed(2)} s, ${rays.toFixed(1)} million rays a second from the camera; see ${out}`,
    );
  },
);
