import { expect, it, test } from 'vitest';
import { fitsPhoto, readImageSize } from './image-size.ts';
import { createGif, createJpeg, createPng, createWebp } from './test-images.ts';

test.each([
  ['PNG', createPng],
  ['GIF', createGif],
  ['JPEG', createJpeg],
  ['WebP', createWebp],
])('the size of a %s is read from its first bytes, and nothing from a beginning that is cut', (_, imageOf) => {
  const image = imageOf(5_000, 300);
  expect(readImageSize(image)).toEqual({ width: 5_000, height: 300 });
  for (let length = 0; length < image.length; length += 1) {
    const size = readImageSize(image.subarray(0, length));
    if (size !== null) expect(size).toEqual({ width: 5_000, height: 300 });
  }
});

it('anything else has no size', () => {
  expect(readImageSize(Buffer.alloc(100))).toBeNull();
  expect(readImageSize(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'))).toBeNull();
});

test.each([
  [5_000, 5_000, true],
  [5_001, 5_000, false],
  [2_000, 100, true],
  [2_001, 100, false],
  [100, 2_001, false],
  [10_000, 100, false],
  [1, 1, true],
])('a photo of %i x %i px: %s', (width, height, fits) => {
  expect(fitsPhoto({ width, height })).toBe(fits);
});
