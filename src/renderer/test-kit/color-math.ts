/** Colours as numbers: contrast after WCAG 2.1, distance in OKLab, and colour blindness after Machado et al. 2009. */
export type Rgb = readonly [number, number, number];

export function parseHex(hex: string): { readonly rgb: Rgb; readonly alpha: number } {
  const digits = hex.slice(1);
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const at = (index: number) => Number.parseInt(full.slice(index * 2, index * 2 + 2), 16) / 255;
  return { rgb: [at(0), at(1), at(2)], alpha: full.length === 8 ? at(3) : 1 };
}

/** Visible colour of a translucent colour on a background. */
export function over(hex: string, ground: Rgb): Rgb {
  const { rgb, alpha } = parseHex(hex);
  const mix = (index: 0 | 1 | 2) => rgb[index] * alpha + ground[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2)];
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toLinear = ([r, g, b]: Rgb): Rgb => [linear(r), linear(g), linear(b)];

function times(matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb {
  const row = (index: number) => {
    const [x, y, z] = matrix[index] ?? [0, 0, 0];
    return x * r + y * g + z * b;
  };
  return [row(0), row(1), row(2)];
}

export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (rgb: Rgb) => times([[0.2126, 0.7152, 0.0722]], toLinear(rgb))[0];
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

export const VISION: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function okLab(linearRgb: Rgb): Rgb {
  const clipped: Rgb = [Math.max(0, linearRgb[0]), Math.max(0, linearRgb[1]), Math.max(0, linearRgb[2])];
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    clipped,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

/** Perceived colour difference for this kind of vision; about 0.02 is just noticeable side by side. */
export function distance(a: Rgb, b: Rgb, vision: readonly Rgb[]): number {
  const [x, y] = [okLab(times(vision, toLinear(a))), okLab(times(vision, toLinear(b)))];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}
