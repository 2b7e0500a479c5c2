import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { findRuns, qrFileName, qrSvg, quietZone } from './qr.ts';

const url = 'https://t.me/shop_bot?start=source-news1_medium-email';

/** The picture read back: rows of 0 and 1. */
function parsePixels(svg: string): string[] {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => new Array<string>(size).fill('0'));
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]!.fill('1', +x!, +x! + +width!);
  return rows.map((row) => row.join(''));
}

test('runs of dark modules', () => {
  expect(findRuns([false, true, true, false, true])).toEqual([
    [1, 2],
    [4, 1],
  ]);
  expect(findRuns([])).toEqual([]);
});

test('a code stands black on white, in a quiet zone, with its three corners', () => {
  const svg = qrSvg(url);
  expect(svg).toContain('fill="#fff"');
  expect(svg).not.toMatch(/currentColor|var\(/);
  const rows = parsePixels(svg);
  const size = rows.length;
  const blank = '0'.repeat(size);
  for (const edge of [...rows.slice(0, quietZone), ...rows.slice(-quietZone)]) expect(edge).toBe(blank);
  for (const row of rows) {
    expect(row.slice(0, quietZone)).toBe('0'.repeat(quietZone));
    expect(row.slice(-quietZone)).toBe('0'.repeat(quietZone));
  }
  // Corners: a ring of seven with a heart of three.
  const corner = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const cornerAt = (y: number, x: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const farEdge = size - quietZone - 7;
  expect(cornerAt(quietZone, quietZone)).toEqual(corner);
  expect(cornerAt(quietZone, farEdge)).toEqual(corner);
  expect(cornerAt(farEdge, quietZone)).toEqual(corner);
});

test('the picture is the code, module by module', () => {
  const drawn = parsePixels(qrSvg(url)).join('\n');
  const { data } = encode(url, { ecc: 'M', border: quietZone });
  expect(drawn).toBe(data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('\n'));
});

test('the longest link of a Mini App still fits', () => {
  expect(parsePixels(qrSvg(`https://t.me/shop_bot/app?startapp=${'x'.repeat(512)}`)).length).toBeGreaterThan(80);
});

test('names of files', () => {
  expect(qrFileName(url, 'svg')).toBe('qr-shop_bot-source-news1_medium-email.svg');
  expect(qrFileName('https://t.me/shop_bot/app?startapp=x', 'png')).toBe('qr-shop_bot-app-x.png');
  expect(qrFileName(`https://t.me/b?start=${'x'.repeat(500)}`, 'png')).toHaveLength('qr-.png'.length + 80);
});
