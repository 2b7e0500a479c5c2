import { expect, test } from 'vitest';
import { addRow, findProblems, moveRow, toCommands, toRows } from './command-rows.ts';

const rows = toRows([
  { command: 'start', description: 'Begin' },
  { command: 'help', description: 'Help' },
  { command: 'stop', description: 'End' },
]);
const names = (list: typeof rows) => list.map(({ command }) => command).join(' ');

test('a row moves by one place and keeps its identity; at the ends it stays', () => {
  expect(names(moveRow(rows, 1, -1))).toBe('help start stop');
  expect(names(moveRow(rows, 1, 1))).toBe('start stop help');
  expect(moveRow(rows, 0, -1)).toEqual(rows);
  expect(moveRow(rows, 2, 1)).toEqual(rows);
  expect(moveRow(rows, 1, -1).map(({ id }) => id)).toEqual([1, 0, 2]);
});

test('a new row never takes the identity of another', () => {
  expect(addRow([]).map(({ id }) => id)).toEqual([0]);
  const remainingRows = rows.filter(({ id }) => id !== 1);
  expect(addRow(remainingRows).map(({ id }) => id)).toEqual([0, 2, 3]);
});

test('a slash, capitals and spaces around are forgiven', () => {
  expect(toCommands([{ id: 0, command: ' /Start ', description: ' Begin ' }])).toEqual([
    { command: 'start', description: 'Begin' },
  ]);
});

test('values that Telegram would reject are reported at their fields', () => {
  expect(findProblems(rows).size).toBe(0);
  const wrongRows = toRows([
    { command: 'помощь', description: 'x' },
    { command: 'ok', description: ' ' },
    { command: '/OK', description: 'again' },
    { command: 'a'.repeat(33), description: 'x'.repeat(257) },
  ]);
  expect([...findProblems(wrongRows).values()]).toEqual([
    { command: 'badCommand' },
    { description: 'badDescription' },
    { command: 'twice' },
    { command: 'badCommand', description: 'badDescription' },
  ]);
});
