import { expect, test } from 'vitest';
import { commentsIn, isOdd, judgeComments } from './comment-form.mjs';

test('comments are found with their lines; strings and instructions are not comments', () => {
  const source = [
    "const address = 'https://example.com'; // Slashes of an address begin no comment.",
    '/**',
    ' * Returns the first row.',
    ' * @param {string} name of the table',
    ' */',
    "const text = '/* not a comment */';",
    '  // First line of two,',
    '  // of which the second goes on.',
    '// @ts-nocheck',
    'const view = <>{/* Drawn last. */}</>;',
  ].join('\n');
  expect(commentsIn(source).map(({ text, line }) => [line, text.split('\n')[0]])).toEqual([
    [1, 'Slashes of an address begin no comment.'],
    [2, 'Returns the first row.'],
    [7, 'First line of two,'],
    [10, 'Drawn last.'],
  ]);
});

test.each([
  ['What came of a request.', true],
  ['Whose values are suggested.', true],
  ['Those who left.', true],
  ['The same for calls.', true],
  ['Of two copies the first counts.', true],
  ['Not by the owner.', true],
  ['Outcome of a request.', false],
  ['Notes of colleagues.', false],
  ['Whether the copy is current.', false],
  ['Which of them was first? The index says so.', false],
])('"%s" is odd: %s', (text, expected) => {
  expect(isOdd(text)).toBe(expected);
});

test('one comment in a hundred may be odd, and none says "he"', () => {
  const comments = Array.from({ length: 100 }, (_, index) => ({ text: 'Returns a row.', place: `a.ts:${index + 1}` }));
  const oddComment = { text: 'Whose row it is.', place: 'b.ts:1' };
  expect(judgeComments([...comments, oddComment]).problems).toEqual([]);
  expect(judgeComments([...comments, oddComment, { ...oddComment, place: 'b.ts:2' }]).problems).toEqual([
    '2 comments begin without their subject, and 1 may:\n    b.ts:1 Whose row it is.\n    b.ts:2 Whose row it is.',
  ]);
  expect(judgeComments([{ text: 'The owner and his bot.', place: 'c.ts:1' }]).problems).toEqual([
    'comments speak of "he": write "they"\n    c.ts:1 The owner and his bot.',
  ]);
});
