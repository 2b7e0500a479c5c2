import { expect, test } from 'vitest';
import type { Statement } from '../events/event-store.ts';
import { cacheAnswers } from './answer-cache.ts';

/** A store whose statements end when the test says so. */
function slowStore() {
  const asked: { statement: Statement; end: (rows: object[]) => void; fail: (error: Error) => void }[] = [];
  const query = (statement: Statement) =>
    new Promise<object[]>((resolve, reject) => {
      statement.signal?.addEventListener('abort', () => reject(statement.signal?.reason));
      asked.push({ statement, end: resolve, fail: reject });
    });
  return { asked, store: { query: query as <Row extends object>(statement: Statement) => Promise<Row[]> } };
}

const one: Statement = { sql: 'SELECT {x:UInt8}', params: { x: 1 } };

test('equal questions that run at one time are asked once', async () => {
  const { asked, store } = slowStore();
  const cached = cacheAnswers(store, { now: () => 0 });
  const answers = [
    cached.query(one),
    cached.query({ ...one, params: { x: 1 } }),
    cached.query({ ...one, params: { x: 2 } }),
  ];
  expect(asked).toHaveLength(2);
  asked[0]?.end([{ x: 1 }]);
  asked[1]?.end([{ x: 2 }]);
  expect(await Promise.all(answers)).toEqual([[{ x: 1 }], [{ x: 1 }], [{ x: 2 }]]);
});

test('an answer serves for a moment, then is asked for anew', async () => {
  let now = 0;
  const { asked, store } = slowStore();
  const cached = cacheAnswers(store, { now: () => now, freshForMs: 1_000 });
  const first = cached.query(one);
  asked[0]?.end([{ x: 1 }]);
  await first;
  now = 999;
  expect(await cached.query(one)).toEqual([{ x: 1 }]);
  now = 1_000;
  const second = cached.query(one);
  expect(asked).toHaveLength(2);
  asked[1]?.end([{ x: 9 }]);
  expect(await second).toEqual([{ x: 9 }]);
});

test('who leaves stops waiting; the statement stops when nobody waits', async () => {
  const { asked, store } = slowStore();
  const cached = cacheAnswers(store, { now: () => 0 });
  const [ann, ben] = [new AbortController(), new AbortController()];
  const forAnn = cached.query({ ...one, signal: ann.signal });
  const forBen = cached.query({ ...one, signal: ben.signal });
  ann.abort(new Error('Ann left'));
  await expect(forAnn).rejects.toThrow('Ann left');
  expect(asked[0]?.statement.signal?.aborted).toBe(false);
  ben.abort(new Error('Ben left'));
  await expect(forBen).rejects.toThrow('Ben left');
  expect(asked[0]?.statement.signal?.aborted).toBe(true);
  void cached.query(one).catch(() => undefined);
  expect(asked).toHaveLength(2);
});

test('a failure is not kept', async () => {
  const { asked, store } = slowStore();
  const cached = cacheAnswers(store, { now: () => 0 });
  const first = cached.query(one);
  asked[0]?.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  const second = cached.query(one);
  asked[1]?.end([]);
  expect(await second).toEqual([]);
});

test('memory is bounded: the oldest answers go first', async () => {
  const { asked, store } = slowStore();
  const cached = cacheAnswers(store, { now: () => 0, maxRows: 3 });
  for (let x = 0; x < 3; x += 1) {
    const answer = cached.query({ ...one, params: { x } });
    asked[x]?.end([{ x }, { x }]);
    await answer;
  }
  await cached.query({ ...one, params: { x: 2 } });
  expect(asked).toHaveLength(3);
  void cached.query({ ...one, params: { x: 0 } });
  expect(asked).toHaveLength(4);
});
