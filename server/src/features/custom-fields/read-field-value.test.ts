import type { FieldKind } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readFieldDate } from './read-field-date.ts';
import { readFieldValue } from './read-field-value.ts';

const kinds = {
  text: { type: 'text', settings: { max_length: 20 } },
  number: { type: 'number', settings: { min: -10, max: 2_000_000_000 } },
  boolean: { type: 'boolean', settings: {} },
  date: { type: 'date', settings: {} },
  choice: { type: 'choice', settings: { options: [{ value: '1' }, { value: 'pro', label: 'Pro' }] } },
  list: { type: 'list', settings: { max_items: 2 } },
  link: { type: 'link', settings: {} },
} as const satisfies Record<string, FieldKind>;

/** Outcome of reading an input: its value; `-` another type, `!` outside the limits. */
const outcome = (kind: FieldKind, input: unknown): unknown => {
  const read = readFieldValue(kind, input);
  return 'value' in read ? read.value : read.problem === 'WrongFieldType' ? '-' : '!';
};

const columns = ['text', 'number', 'boolean', 'date', 'choice', 'list', 'link'] as const;

describe('a value for a field of each type', () => {
  it.each<[unknown, ...unknown[]]>([
    // input               text                number        boolean date                         choice list        link
    [null, null, null, null, null, null, null, null],
    ['', null, null, null, null, null, null, null],
    ['  ', null, null, null, null, null, null, null],
    [[], null, null, null, null, null, null, null],
    ['pro', 'pro', '-', '-', '-', 'pro', '-', '-'],
    [' PRO ', ' PRO ', '-', '-', '-', '!', '-', '-'],
    ['1', '1', 1, true, '-', '1', '-', '-'],
    [1, '-', 1, true, '1970-01-01T00:00:00.000Z', '1', '-', '-'],
    [0, '-', 0, false, '1970-01-01T00:00:00.000Z', '!', '-', '-'],
    [-11, '-', '!', '-', '1969-12-31T00:00:00.000Z', '!', '-', '-'],
    ['12.5', '12.5', 12.5, '-', '-', '!', '-', '-'],
    ['12,5', '12,5', '-', '-', '-', '!', '-', '-'],
    ['1e3', '1e3', 1_000, '-', '-', '!', '-', '-'],
    ['Infinity', 'Infinity', '-', '-', '-', '!', '-', '-'],
    [true, '-', '-', true, '-', '-', '-', '-'],
    ['No', 'No', '-', false, '-', '!', '-', '-'],
    [1_772_435_730, '-', 1_772_435_730, '-', '2026-03-02T00:00:00.000Z', '!', '-', '-'],
    ['2026-03-02', '2026-03-02', '-', '-', '2026-03-02T00:00:00.000Z', '!', '-', '-'],
    ['2026-02-30', '2026-02-30', '-', '-', '-', '!', '-', '-'],
    ['https://a.example/b', 'https://a.example/b', '-', '-', '-', '!', '-', 'https://a.example/b'],
    ['javascript:alert(1)', 'javascript:alert(1)', '-', '-', '-', '!', '-', '-'],
    ['x'.repeat(21), '!', '-', '-', '-', '!', '-', '-'],
    [['a', ' a ', 2, ''], '-', '-', '-', '-', '-', ['a', '2'], '-'],
    [['', ' '], '-', '-', '-', '-', '-', null, '-'],
    [['a', 'b', 'c'], '-', '-', '-', '-', '-', '!', '-'],
    [[{}], '-', '-', '-', '-', '-', '-', '-'],
    [{ a: 1 }, '-', '-', '-', '-', '-', '-', '-'],
  ])('%j', (input, ...expected) => {
    expect(columns.map((type) => outcome(kinds[type], input))).toEqual(expected);
  });

  it('keeps the time of day where the field has one', () => {
    const kind = { type: 'date', settings: { with_time: true } } as const;
    expect(outcome(kind, '2026-03-02T10:15:30.123+03:00')).toBe('2026-03-02T07:15:30.123Z');
    expect(outcome(kind, '2026-03-02 10:15:30')).toBe('2026-03-02T10:15:30.000Z');
    expect(outcome(kind, 1_772_435_730_123)).toBe('2026-03-02T07:15:30.123Z');
  });
});

const withinColumn = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2299, 11, 31) });

test('every way to write a moment is read as that moment', () => {
  fc.assert(
    fc.property(withinColumn, fc.integer({ min: -14 * 4, max: 14 * 4 }), (time, quarters) => {
      const iso = new Date(time).toISOString();
      expect(readFieldDate(iso)).toBe(time);
      expect(readFieldDate(iso.replace('T', ' ').replace('Z', ''))).toBe(time);
      const seconds = Math.floor(time / 1_000);
      expect(readFieldDate(seconds)).toBe(seconds * 1_000);
      expect(readFieldDate(new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' '))).toBe(
        seconds * 1_000,
      );
      const localTime = new Date(time + quarters * 900_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15];
      const zone = `${quarters < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      expect(readFieldDate(`${localTime}${zone}`)).toBe(time);
    }),
  );
});

test('numbers survive as they are, as numbers and as text', () => {
  const number = { type: 'number', settings: {} } as const;
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(readFieldValue(number, value)).toEqual({ value: value + 0 });
      expect(readFieldValue(number, String(value))).toEqual({ value: value + 0 });
    }),
  );
});

test('no input throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...columns), (input, type) => {
      const read = readFieldValue(kinds[type], input);
      expect('value' in read || 'problem' in read).toBe(true);
    }),
  );
});
