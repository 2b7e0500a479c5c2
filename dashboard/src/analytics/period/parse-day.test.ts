import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDay } from './parse-day.ts';

const today = '2026-11-22';

it.each([
  ['2026-10-01', '2026-10-01'],
  ['2026-1-5', '2026-01-05'],
  ['1.10.2026', '2026-10-01'],
  ['01.10.26', '2026-10-01'],
  ['1. 10. 2026', '2026-10-01'],
  // Without a year: the last one that was.
  ['1.10', '2026-10-01'],
  ['1.10.', '2026-10-01'],
  ['1.12', '2025-12-01'],
  ['22.11', '2026-11-22'],
  ['29.2', '2024-02-29'],
  ['1 Oct', '2026-10-01'],
  ['  1 october ', '2026-10-01'],
  ['1 Oct 2025', '2025-10-01'],
  ['Oct 1', '2026-10-01'],
  ['Oct 1, 2025', '2025-10-01'],
  ['1 окт.', '2026-10-01'],
  ['1 октября 2025 г.', '2025-10-01'],
  ['5 мая', '2026-05-05'],
  ['5 май 2024', '2024-05-05'],
  ['30.2.2026', null],
  ['2026-13-01', null],
  ['10/1/2026', null],
  ['1 Foo', null],
  ['Oct', null],
  ['', null],
])('"%s" is %s', (text, day) => {
  expect(parseDay(text, today)).toBe(day);
});

it('reads every day back in each way of writing it', () => {
  const days = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, fc.constantFrom('en-GB', 'en-US', 'ru'), (date, locale) => {
      const day = date.toISOString().slice(0, 10);
      const write = (month: 'long' | 'short') =>
        new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' }).format(date);
      const numbers = `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`;
      for (const text of [day, numbers, write('long'), write('short')]) expect(parseDay(text, today)).toBe(day);
    }),
  );
});

it('never throws and never gives a day that is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const day = parseDay(text, today);
      if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    }),
  );
});
