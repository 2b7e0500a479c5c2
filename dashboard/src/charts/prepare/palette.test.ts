import { describe, expect, it } from 'vitest';
import { assignPlaces, colorAt, getPalette, type Scheme, withAlpha } from './palette.ts';

type Triple = [number, number, number];

const linear = (byte: number) => (byte <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4);
const parse = (hex: string): Triple =>
  [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255)) as Triple;
const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};
const oklab = ([r, g, b]: Triple): Triple => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};
/** Machado, Oliveira and Fernandes (2009), full severity, on linear RGB. */
const sight: Record<string, Triple[]> = {
  common: [
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
};
const simulateVision = (hex: string, matrix: Triple[]): Triple => {
  const [r, g, b] = parse(hex);
  return oklab(matrix.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as Triple);
};

const backgrounds: Record<Scheme, string[]> = { light: ['#ffffff', '#fbfbfa'], dark: ['#141416', '#1a1a1d'] };

describe.each(['light', 'dark'] as const)('palette, %s', (scheme) => {
  const colors = getPalette(scheme);

  it('has ten colours', () => {
    expect(new Set(colors).size).toBe(10);
  });

  it.each(colors)('%s stands out from page and card (3:1)', (color) => {
    for (const background of backgrounds[scheme]) expect(contrast(color, background)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(sight))('keeps any two apart with %s', (kind) => {
    const matrix = sight[kind]!;
    for (const [index, one] of colors.entries()) {
      for (const other of colors.slice(index + 1)) {
        const [a, b] = [simulateVision(one, matrix), simulateVision(other, matrix)];
        // 0.02 is about the least difference that users notice side by side.
        expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), `${one} ${other}`).toBeGreaterThan(0.05);
      }
    }
  });
});

describe('places of the palette', () => {
  const all = Array.from({ length: 22 }, (_, index) => `line ${index}`);

  it('keeps the colour of a line when another is hidden', () => {
    expect(assignPlaces(['a', 'b', 'c'], ['c', 'a'])).toEqual(
      new Map([
        ['a', 0],
        ['c', 2],
      ]),
    );
  });

  it('never gives two chosen lines the same colour', () => {
    const chosenNames = ['line 1', 'line 11', 'line 21', 'line 0', 'line 2'];
    const places = assignPlaces(all, chosenNames);
    expect(new Set(places.values()).size).toBe(chosenNames.length);
    expect(places.get('line 1')).toBe(1);
    expect(places.get('line 2')).toBe(2);
    expect(places.get('line 11')).toBe(3);
  });

  it('starts over after the tenth place', () => {
    expect(colorAt(12, 'light')).toBe(getPalette('light')[2]);
    expect(withAlpha('#102030', 0.5)).toBe('#10203080');
  });
});
