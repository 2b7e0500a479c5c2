import { expect, test } from 'vitest';
import { writeBytes } from './bytes.ts';

test('sizes are written in the unit that fits', () => {
  expect(writeBytes(0, 'en')).toBe('0 bytes');
  expect(writeBytes(999, 'en')).toBe('999 bytes');
  expect(writeBytes(1_536, 'en')).toBe('1.5 kB');
  expect(writeBytes(52_400_000, 'en')).toBe('52.4 MB');
  expect(writeBytes(7_000_000_000_000, 'en')).toBe('7,000 GB');
  expect(writeBytes(1_536, 'ru')).toMatch(/^1,5\sкБ$/);
});
