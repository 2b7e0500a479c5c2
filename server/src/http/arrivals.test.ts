import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

test('requests begin when a turn has gone by without a new connection, or have waited 100 ms', async () => {
  let time = 0;
  const { came, afterBurst } = createArrivals(() => time);
  const begun: string[] = [];
  const ask = (name: string, ms = 0) =>
    afterBurst(() => {
      begun.push(name);
      time += ms;
    });
  ask('alone');
  expect(begun).toEqual(['alone']);

  came();
  ask('a');
  came();
  expect(begun).toEqual(['alone']);
  await nextTurn();
  came();
  ask('b');
  await nextTurn();
  expect(begun).toEqual(['alone']);
  time = 100;
  came();
  ask('c');
  await nextTurn();
  expect(begun).toEqual(['alone', 'a', 'b']);
  await nextTurn();
  expect(begun).toEqual(['alone', 'a', 'b', 'c']);

  came();
  for (const name of ['d', 'e', 'f']) ask(name, 5);
  await nextTurn();
  await nextTurn();
  expect(begun.slice(4)).toEqual(['d', 'e']);
  ask('g');
  await nextTurn();
  expect(begun.slice(4)).toEqual(['d', 'e', 'f', 'g']);
  ask('later');
  expect(begun.at(-1)).toBe('later');
});
