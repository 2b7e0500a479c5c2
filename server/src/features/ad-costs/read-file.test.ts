import { expect, test } from 'vitest';
import { readCostFile } from './read-file.ts';

const cost = (day: string, source: string, amount: number, currency = 'EUR') => ({ day, source, currency, amount });

test.each<[string, string, object[]]>([
  ['commas', 'day,source,amount,currency\n2026-03-01,google,12.50,EUR\n', [cost('2026-03-01', 'google', 1_250)]],
  [
    'a Russian Excel: byte order mark, semicolons, decimal commas, titles in another order',
    '\ufeffДата;Сумма;Валюта;Источник\r\n01.03.2026;"1 234,50";rub;vk ads\r\n;;;\r\n02.03.2026;7;RUB;vk ads\r\n',
    [cost('2026-03-01', 'vk ads', 123_450, 'RUB'), cost('2026-03-02', 'vk ads', 700, 'RUB')],
  ],
  ['sep=', 'sep=;\r\nday;source;amount\r\n2026-3-1;a,b;5\r\n', [cost('2026-03-01', 'a,b', 500)]],
  [
    'tabs, a time, more columns',
    'Date\tCost\tClicks\tutm_source\n2026-03-01 00:00:00\t3,1\t9\tx\n',
    [cost('2026-03-01', 'x', 310)],
  ],
  ['a line twice', 'day,source,amount\n2026-03-01,a,5\n2026-03-01,a,5\n', [cost('2026-03-01', 'a', 500)]],
])('%s', (_, text, items) => expect(readCostFile(text, 'EUR')).toEqual({ items, problems: [] }));

test('a problem names its line and its field', () => {
  const text = `sep=;
day;source;amount;currency
2026-03-01;google;12,50;EUR
03/04/2026;google;1;EUR

2026-02-30;;1.234;EUR
2026-03-02;google;;
2026-03-01;google;13;EUR
2026-03-03;google;1;€`;
  expect(readCostFile(text).problems).toEqual([
    { line: 4, field: 'day', problem: 'ambiguous', text: '03/04/2026' },
    { line: 6, field: 'day', problem: 'invalid', text: '2026-02-30' },
    { line: 6, field: 'source', problem: 'missing', text: '' },
    { line: 6, field: 'amount', problem: 'ambiguous', text: '1.234' },
    { line: 7, field: 'amount', problem: 'missing', text: '' },
    { line: 7, field: 'currency', problem: 'missing', text: '' },
    { line: 8, field: 'amount', problem: 'repeated', text: '13' },
    { line: 9, field: 'currency', problem: 'invalid', text: '€' },
  ]);
});

test.each([
  ['source,amount,currency\n', 'day'],
  ['day,source,amount\n', 'currency'],
  ['', 'day'],
])('%j lacks a column', (text, field) => {
  expect(() => readCostFile(text)).toThrow(expect.objectContaining({ code: 'RequiredFields', field }));
});
