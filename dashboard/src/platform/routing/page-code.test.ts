import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, isMissingCode, pageCode } from './page-code.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('code that does not come is given up after 120 s, and the page says so', async () => {
  const page = pageCode(() => new Promise(() => undefined));
  const rejection = expect(page).rejects.toThrow(ChunkLoadError);
  await vi.advanceTimersByTimeAsync(120_000);
  await rejection;
  expect(isMissingCode(await page.catch((error: unknown) => error))).toBe(true);
});

test('code that comes late is still welcome, and no timer stays', async () => {
  const page = pageCode(() => new Promise((come) => setTimeout(come, 119_000, 'page')));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await page).toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});

test('code that cannot be fetched is detected by the words of every browser; other errors are not', () => {
  const words = [
    'Failed to fetch dynamically imported module: x',
    'Importing a module script failed.',
    'Unable to preload CSS for /a.css',
  ];
  expect(words.map((text) => isMissingCode(new TypeError(text)))).toEqual([true, true, true]);
  expect(isMissingCode(new TypeError('x is undefined'))).toBe(false);
});
