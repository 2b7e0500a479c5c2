import { describe, expect, it } from 'vitest';
import { prepareCsv } from './csv.ts';
import { prepareLines } from './lines.ts';
import { createReport, daysBefore } from './report.fixture.ts';

const labelOf = (line: { name: string }) => (line.name === 'mean' ? 'Mean, seconds' : line.name);
const lines = prepareLines(
  createReport({ compare: { ...daysBefore, lines: [{ name: 'new', values: [2, 0, null], total: 2 }] } }),
);

describe('CSV', () => {
  const csvWords = { start: 'Start', beforeStart: 'Earlier start', before: 'before', total: 'Whole period' };

  it('is RFC 4180 with a byte order mark, plain numbers and empty gaps', () => {
    const gaps = createReport({ unit: 'seconds', lines: [{ name: 'mean', values: [61.5, null, 0], total: 30.75 }] });
    const csv = prepareCsv(prepareLines(gaps), {
      starts: ['2026-11-01', '2026-11-02', '2026-11-03'],
      beforeStarts: null,
      labelOf,
      words: csvWords,
    });
    expect(csv).toBe(
      '\uFEFFStart,"Mean, seconds"\r\n2026-11-01,61.5\r\n2026-11-02,\r\n2026-11-03,0\r\nWhole period,30.75\r\n',
    );
  });

  it('has the earlier period beside', () => {
    const csv = prepareCsv(lines, {
      starts: ['2026-11-01', '2026-11-02', '2026-11-03'],
      beforeStarts: ['2026-10-29', '2026-10-30', '2026-10-31'],
      labelOf,
      words: csvWords,
    });
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFStart,new,Earlier start,new (before)',
      '2026-11-01,4,2026-10-29,2',
    ]);
    expect(csv.split('\r\n')[4]).toBe('Whole period,10,,2');
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', '"\'\tx"'],
    ['a;=1', '"a;\'=1"'],
    ['＝1', "'＝1"],
    ['/start', '/start'],
    ['a "quoted" word', '"a ""quoted"" word"'],
    ['two\nlines', '"two\nlines"'],
  ])('text %j becomes %j', (name, cell) => {
    const csv = prepareCsv(prepareLines(createReport({ lines: [{ name, values: [-1, 0, 0], total: -1 }] })), {
      starts: ['2026-11-01', '2026-11-02', '2026-11-03'],
      beforeStarts: null,
      labelOf,
      words: csvWords,
    });
    expect(csv.startsWith(`\uFEFFStart,${cell}\r\n2026-11-01,-1\r\n`)).toBe(true);
  });
});
