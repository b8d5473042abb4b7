// A spectrogram: which tones a sound has at which time, by many short Fourier transforms at once.

import * as cu from "cuts";
import { program } from "../shared/program.js";

/** How loud each tone is: rows for windows of `size` samples, one every `hop`, columns for tones from 0 to half the sample rate. */
export function spectrogram(
  samples: cu.NDArray<"float32">,
  size: number,
  hop: number,
): cu.NDArray<"float32"> {
  return cu.scope(() => {
    const count = Math.floor((samples.size - size) / hop) + 1;
    const starts = cu.arange(count, { dtype: "int64" }).mul(hop).reshape(count, 1);
    const windows = samples.take(starts.add(cu.arange(size, { dtype: "int64" })));
    // Hann's window: without one, the cuts at both ends of a window are heard as tones.
    const hann = cu
      .linspace(0, 2 * Math.PI, size + 1)
      .slice([`:${size}`])
      .cos()
      .mul(-0.5)
      .add(0.5);
    return cu.fft.rfft(windows.mul(hann)).abs();
  });
}

/** A sound to look at: a tone that rises, one that wavers, and some noise. */
export function sound(seconds: number, rate: number, seed: number): cu.NDArray<"float32"> {
  return cu.scope(() => {
    const count = Math.round(seconds * rate);
    const t = cu.arange(count, { dtype: "float64" }).div(rate);
    const rising = t
      .square()
      .mul((0.35 * rate) / (2 * seconds))
      .add(t.mul(200));
    const wavering = t.mul(0.3 * rate).sub(
      t
        .mul(2 * Math.PI * 1.5)
        .cos()
        .mul((0.03 * rate) / 1.5 / 3),
    );
    const tones = [rising, wavering].map((turns) =>
      turns
        .mul(2 * Math.PI)
        .sin()
        .astype("float32"),
    );
    const noise = cu.random.generator(seed).normal([count], { std: 0.02 });
    return (tones[0] as cu.NDArray<"float32">).add((tones[1] as cu.NDArray<"float32">).mul(0.5)).add(noise);
  });
}

/** Loudness as a picture: time to the right, tones upwards, from black by violet and orange to white. */
export function pictured(loudness: cu.NDArray<"float32">): cu.NDArray<"uint8"> {
  return cu.scope(() => {
    const decibels = loudness.add(1e-6).log10().mul(20);
    // 70 decibels below the loudest is black.
    const light = decibels.sub(decibels.max()).div(70).add(1).clip(0, 1);
    const rgb = [
      light.mul(2).sub(0.3),
      light.mul(2).sub(1),
      light
        .mul(Math.PI * 1.5)
        .sin()
        .mul(0.55),
    ];
    const warm = cu.stack(rgb, { axis: 2 }).clip(0, 1);
    const white = light.sub(0.85).mul(6).clip(0, 1).expandDims(-1);
    const pixels = cu.maximum(warm, white).mul(255).round().astype("uint8");
    return cu.flip(pixels.transpose([1, 0, 2]), { axis: 0 }).copy();
  });
}

await program(
  import.meta.url,
  {
    seconds: [4, "how long the sound is"],
    rate: [8000, "samples a second"],
    window: [512, "samples of a window"],
    hop: [64, "samples from one window to the next"],
    seed: [1, "where the noise comes from"],
    out: ["spectrogram.png", "the picture"],
  },
  async ({ seconds, rate, window, hop, seed, out }) => {
    using samples = sound(seconds, rate, seed);
    using loudness = spectrogram(samples, window, hop);
    using picture = pictured(loudness);
    await cu.savePng(out, picture);
    const [height, width] = picture.shape;
    console.log(`${width} windows of ${window} samples, ${height} tones, on ${cu.device().id}; see ${out}`);
  },
);
