import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['-x', "'-x"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['  =1', "  '=1"],
  ['\u200b+1', "\u200b'+1"],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ["\n=cmd|'/C calc'!A0", "\"'\n'=cmd|'/C calc'!A0\""],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a;"=1+1"', '"a;""\'=1+1"""'],
  ['a=b, c-d; e', '"a=b, c-d; e"'],
  ['Ольга 🙂', 'Ольга 🙂'],
])('%j becomes %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

/** The cells of a file as programs read them: quotes count at the start of a cell only; what follows the last is added. */
function readAs(separator: string, file: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= file.length) {
    let cell = '';
    if (file[at] === '"') {
      for (at += 1; at < file.length; at += 1) {
        if (file[at] !== '"') cell += file[at];
        else if (file[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    while (at < file.length && file[at] !== separator && file[at] !== '\n' && file[at] !== '\r') {
      cell += file[at];
      at += 1;
    }
    cells.push(cell);
    at += 1;
  }
  return cells;
}

const nasty = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＠',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    '"',
    ' ',
    '\u3000',
    '\u200b',
    "'",
    'a',
    '1',
  ),
  maxLength: 12,
});

test('no program finds a formula in any of its cells, whatever it separates by', () => {
  fc.assert(
    fc.property(fc.array(fc.array(nasty, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const file = rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
      for (const separator of [',', ';', '\t'])
        for (const cell of readAs(separator, file)) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@＝＋－＠]/u);
    }),
    { numRuns: 3_000 },
  );
});

test('a program that separates by commas reads the text back, but for the apostrophes', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const [cell] = readAs(',', csvCell(text));
      expect(cell?.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    }),
    { numRuns: 2_000 },
  );
});

test('a long text takes one pass', () => {
  const long = `${';"'.repeat(200_000)}=1`;
  expect(csvCell(long).endsWith(`;""'=1"`)).toBe(true);
});
