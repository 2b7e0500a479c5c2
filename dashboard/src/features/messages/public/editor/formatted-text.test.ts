import { messageProblems } from '@botscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FormattedText, hasFormat, retype, splitPieces, toggle, trim } from './formatted-text.ts';

/** `type offset-end` of each, in order. */
const formatEntities = ({ entities }: FormattedText): string[] =>
  entities.map(({ type, offset, length }) => `${type} ${offset}-${offset + length}`);
const bold = (text: string, offset: number, length: number): FormattedText => ({
  text,
  entities: [{ type: 'bold', offset, length }],
});

test.each<[string, FormattedText, string, string[]]>([
  ['typed before', bold('say hello', 4, 5), 'I say hello', ['bold 6-11']],
  ['typed behind', bold('say hello', 4, 5), 'say hello!', ['bold 4-9']],
  ['typed inside', bold('say hello', 4, 5), 'say heLLllo', ['bold 4-11']],
  ['the beginning of it deleted', bold('say hello', 4, 5), 'say llo', ['bold 4-7']],
  ['the end of it deleted', bold('say hello you', 4, 5), 'say hel you', ['bold 4-7']],
  ['deleted across its beginning', bold('say hello', 4, 5), 'sallo', ['bold 2-5']],
  ['all of it deleted', bold('say hello', 4, 5), 'say ', []],
  ['everything replaced', bold('say hello', 4, 5), '12', []],
])('formatting stays with its words: %s', (_, before, text, expected) => {
  expect(formatEntities(retype(before, text))).toEqual(expected);
});

test('a format is set, widened, taken out of the middle and taken away', () => {
  const text = { text: 'one two three', entities: [] };
  const boldText = toggle(text, { start: 4, end: 7 }, 'bold');
  expect(formatEntities(boldText)).toEqual(['bold 4-7']);
  const wide = toggle(boldText, { start: 0, end: 5 }, 'bold');
  expect(formatEntities(wide)).toEqual(['bold 0-7']);
  expect(hasFormat(wide, { start: 2, end: 3 }, 'bold')).toBe(true);
  expect(formatEntities(toggle(wide, { start: 3, end: 4 }, 'bold'))).toEqual(['bold 0-3', 'bold 4-7']);
  expect(formatEntities(toggle(wide, { start: 0, end: 7 }, 'bold'))).toEqual([]);
  expect(toggle(text, { start: 4, end: 4 }, 'bold')).toBe(text);
});

test('code has no other format in it', () => {
  const mixed = toggle(bold('one two three', 0, 13), { start: 4, end: 7 }, 'code');
  expect(formatEntities(mixed)).toEqual(['bold 0-4', 'code 4-7', 'bold 7-13']);
  expect(formatEntities(toggle(mixed, { start: 0, end: 13 }, 'italic'))).toEqual([
    'italic 0-13',
    'bold 0-4',
    'bold 7-13',
  ]);
});

test('a link is replaced by another one', () => {
  const link = toggle({ text: 'our shop', entities: [] }, { start: 4, end: 8 }, 'text_link', {
    url: 'https://a.example',
  });
  const other = toggle(link, { start: 4, end: 8 }, 'text_link', { url: 'https://b.example' });
  expect(other.entities).toEqual([{ type: 'text_link', offset: 4, length: 4, url: 'https://b.example' }]);
});

test('blanks at the ends go, and formatting moves along', () => {
  expect(trim(bold('  hi  ', 0, 6))).toEqual(bold('hi', 0, 2));
});

test('pieces make up the text', () => {
  const value = toggle(bold('one two', 0, 5), { start: 3, end: 7 }, 'italic');
  expect(splitPieces(value).map(({ text, formats }) => [text, ...formats.map(({ type }) => type)])).toEqual([
    ['one', 'bold'],
    [' t', 'bold', 'italic'],
    ['wo', 'italic'],
  ]);
});

test('any typing and formatting results in a message that Telegram accepts', () => {
  const step = fc.oneof(
    fc.record({ text: fc.string({ maxLength: 12, unit: 'grapheme' }) }),
    fc.record({
      start: fc.nat(12),
      end: fc.nat(12),
      type: fc.constantFrom('bold', 'italic', 'code', 'pre', 'blockquote', 'spoiler'),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let value: FormattedText = { text: '', entities: [] };
      for (const one of steps) {
        if ('text' in one) value = retype(value, one.text);
        else value = toggle(value, { start: one.start, end: Math.min(one.end, value.text.length) }, one.type);
      }
      const { text, entities } = trim(value);
      const codes = messageProblems({ text, entities, buttons: [] }).map(({ code }) => code);
      expect(codes.filter((code) => code !== 'EmptyMessage')).toEqual([]);
      expect(entities.every(({ length }) => length > 0)).toBe(true);
      expect(
        splitPieces({ text, entities })
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
