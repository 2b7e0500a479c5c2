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
  let position = 0;
  while (position <= file.length) {
    let cell = '';
    if (file[position] === '"') {
      for (position += 1; position < file.length; position += 1) {
        if (file[position] !== '"') cell += file[position];
        else if (file[position + 1] === '"') {
          cell += '"';
          position += 1;
        } else break;
      }
      position += 1;
    }
    while (
      position < file.length &&
      file[position] !== separator &&
      file[position] !== '\n' &&
      file[position] !== '\r'
    ) {
      cell += file[position];
      position += 1;
    }
    cells.push(cell);
    position += 1;
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
  const longText = `${';"'.repeat(200_000)}=1`;
  expect(csvCell(longText).endsWith(`;""'=1"`)).toBe(true);
});
