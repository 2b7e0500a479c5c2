import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvItems } from './csv-items.ts';
import { linesOf } from './read-items.ts';

async function read(text: string, cuts: number[] = []): Promise<[line: number, cells: unknown][]> {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  async function* chunks() {
    yield* places.map((place, index) => text.slice(place, places[index + 1] ?? text.length));
  }
  const results: [number, unknown][] = [];
  for await (const item of csvItems(linesOf(chunks()), ',')) results.push([item.line, item.problem ?? item.value]);
  return results;
}

describe('linesOf', () => {
  it('gives the lines of any text, cut into chunks anywhere', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', '') });
    await fc.assert(
      fc.asyncProperty(fc.array(text), async (parts) => {
        const lines: (string | null)[] = [];
        async function* chunks() {
          yield* parts;
        }
        for await (const line of linesOf(chunks())) lines.push(line);
        const expected = parts.join('').split(/\r\n|\n|\r/);
        expect(lines).toEqual(expected.at(-1) === '' ? expected.slice(0, -1) : expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('csvItems', () => {
  it.each([
    [
      '1,a\n2,b',
      [
        [1, ['1', 'a']],
        [2, ['2', 'b']],
      ],
    ],
    [
      '1,a\r\n\r\n2,b\r\n',
      [
        [1, ['1', 'a']],
        [3, ['2', 'b']],
      ],
    ],
    [
      '1,a\r2,b\r',
      [
        [1, ['1', 'a']],
        [2, ['2', 'b']],
      ],
    ],
    [
      '1,"two\nlines, ""really"""\n2,b',
      [
        [1, ['1', 'two\nlines, "really"']],
        [3, ['2', 'b']],
      ],
    ],
    [
      '1, a"b"c \n2',
      [
        [1, ['1', 'a"b"c']],
        [2, ['2']],
      ],
    ],
    [
      '1,"open\n2,b\n3,c',
      [
        [1, 'Malformed'],
        [2, ['2', 'b']],
        [3, ['3', 'c']],
      ],
    ],
    [
      '1,"shut" up\n2,b',
      [
        [1, 'Malformed'],
        [2, ['2', 'b']],
      ],
    ],
  ])('reads the lines of %j as %j', async (text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it('loses nothing behind a quotation mark that stays open, however long the file', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => (index % 400 === 3 ? `${index},"open` : `${index},name`));
    const results = await read(rows.join('\n'));
    expect(results).toHaveLength(1_000);
    expect(results.filter(([, cells]) => cells === 'Malformed').map(([line]) => line)).toEqual([4, 404, 804]);
  });

  it('reads back any cells, cut into chunks anywhere', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'я', ' ', '1') }).map((text) => text.trim());
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.array(fc.nat(), { maxLength: 8 }), async (rows, cuts) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
        const results = await read(quoted.join('\n'), cuts);
        expect(results.map(([, cells]) => cells)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});
