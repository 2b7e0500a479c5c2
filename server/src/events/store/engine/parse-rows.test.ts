import { expect, test } from 'vitest';
import { parseRows } from './parse-rows.ts';

test.each([0, 1, 3])('%i rows', async (count) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, text: 'a\nb' }));
  expect(await parseRows(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))).toEqual(rows);
});

test('a long answer leaves turns of the loop to everything else', async () => {
  const rows = Array.from({ length: 100_000 }, (_, user_id) => ({ user_id }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await parseRows(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))).toEqual(rows);
  isOver = true;
  expect(turns).toBeGreaterThan(4);
});
