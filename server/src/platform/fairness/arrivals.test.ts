import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

function world() {
  let time = 0;
  const { came, afterBurst, inSlices, inLaterTurn } = createArrivals(() => time);
  const startedNames: string[] = [];
  return {
    came,
    begun: startedNames,
    ask: (name: string, ms = 0) =>
      afterBurst(name.slice(0, 1), () => {
        startedNames.push(name);
        time += ms;
      }),
    askInSlices: (name: string, ms: number) =>
      inSlices(name.slice(0, 1), () => {
        startedNames.push(name);
        time += ms;
      }),
    askBehind: (name: string) => inLaterTurn(() => void startedNames.push(name)),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

test('work begins at once, or when a turn has gone by without a new connection', async () => {
  const { came, ask, begun } = world();
  ask('alone');
  expect(begun).toEqual(['alone']);
  came();
  ask('a');
  await nextTurn();
  came();
  ask('b');
  await nextTurn();
  expect(begun).toEqual(['alone']);
  await nextTurn();
  expect(begun).toEqual(['alone', 'a', 'b']);
});

test('a burst without end holds up nothing for longer than 250 ms, nor again within the next 250', async () => {
  const { came, ask, begun, pass } = world();
  came();
  ask('a');
  await nextTurn();
  pass(250);
  came();
  ask('b');
  await nextTurn();
  expect(begun).toEqual(['a', 'b']);
  pass(249);
  came();
  ask('c');
  expect(begun).toEqual(['a', 'b', 'c']);
  pass(1);
  came();
  ask('d');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('waiting work begins in slices of 8 ms, in its order', async () => {
  const { came, ask, begun } = world();
  came();
  for (const name of ['a', 'b', 'c']) ask(name, 5);
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['a', 'b']);
  ask('d');
  await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  ask('later');
  expect(begun.at(-1)).toBe('later');
});

test('requests behind others on their connection begin one a turn, and hold up nobody', async () => {
  const { came, ask, askBehind, begun } = world();
  for (const name of ['behind 1', 'behind 2', 'behind 3']) askBehind(name);
  ask('alone');
  expect(begun).toEqual(['alone']);
  await nextTurn();
  expect(begun).toEqual(['alone', 'behind 1']);
  came();
  ask('of a burst');
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['alone', 'behind 1', 'of a burst']);
  await nextTurn();
  expect(begun).toEqual(['alone', 'behind 1', 'of a burst', 'behind 2']);
  await nextTurn();
  expect(begun.at(-1)).toBe('behind 3');
});

test('after a burst the askers take turns, each in the order of its own work', async () => {
  const { came, ask, begun } = world();
  came();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) ask(name);
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('work in slices begins in a later turn of the loop, and no more of it than a slice holds', async () => {
  const { askInSlices, begun } = world();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) askInSlices(name, 4);
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(['a1', 'b1']);
  await nextTurn();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  await nextTurn();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
});
