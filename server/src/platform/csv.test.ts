import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['plain', 12, true, null], 'plain,12,true,\r\n'],
  [['a,b', 'say "hi"', 'two\nlines', ''], '"a,b","say ""hi""","two\nlines",\r\n'],
  [['=1+1', '+7', '-x', '@me', '\tx', '\rx', 'a=b', -5], "'=1+1,'+7,'-x,'@me,\"'\tx\",\"'\rx\",a=b,-5\r\n"],
  [['Ольга 🙂', '"=1"'], 'Ольга 🙂,"""=1"""\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
