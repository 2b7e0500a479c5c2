import { expect, it } from 'vitest';
import type { Frame } from '../../platform/journal/log-file.ts';
import { openWriter } from './writer.ts';

/** A place to store groups in that answers when the test says so. */
function slowPlace() {
  const groups: { text: string; done: PromiseWithResolvers<void> }[] = [];
  const store = (frame: Frame) => {
    const completion = Promise.withResolvers<void>();
    groups.push({ text: frame.body.toString(), done: completion });
    return completion.promise;
  };
  return { groups, store };
}
const row = (text: string) => ({ text: `${text}\n`, count: 1 });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('sends the first row at once and gathers the others meanwhile', async () => {
  const { groups, store } = slowPlace();
  const writer = openWriter(store);
  const answeredTexts: string[] = [];
  const write = (text: string) => writer.write(row(text)).then(() => answeredTexts.push(text));
  const all = ['a', 'b', 'c'].map(write);
  await turn();
  expect(groups.map((group) => group.text)).toEqual(['a\n']);
  groups[0]!.done.resolve();
  await turn();
  expect(answeredTexts).toEqual(['a']);
  expect(groups.map((group) => group.text)).toEqual(['a\n', 'b\nc\n']);
  groups[1]!.done.resolve();
  await Promise.all(all);
  expect(answeredTexts).toEqual(['a', 'b', 'c']);
});

it('rejects for all writers of a failed group, and only for them', async () => {
  const { groups, store } = slowPlace();
  const writer = openWriter(store);
  const first = writer.write(row('a'));
  const otherWrites = Promise.allSettled([writer.write(row('b')), writer.write(row('c'))]);
  groups[0]!.done.resolve();
  await first;
  await turn();
  groups[1]!.done.reject(new Error('no room'));
  expect((await otherWrites).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  const next = writer.write(row('d'));
  await turn();
  groups[2]!.done.resolve();
  await next;
});

it('begins a new group when one is full', async () => {
  const { groups, store } = slowPlace();
  const writer = openWriter(store, { groupBytes: 4, backpressureBytes: 1000 });
  const all = ['a', 'b', 'c', 'd'].map((text) => writer.write(row(text)));
  for (let index = 0; index < 3; index += 1) {
    await turn();
    groups[index]!.done.resolve();
  }
  await Promise.all(all);
  expect(groups.map((group) => group.text)).toEqual(['a\n', 'b\nc\n', 'd\n']);
});

it('lets callers wait while too much is gathered', async () => {
  const { groups, store } = slowPlace();
  const writer = openWriter(store, { groupBytes: 10, backpressureBytes: 10 });
  const first = writer.write(row('a'.repeat(20)));
  const second = writer.write(row('b'));
  await turn();
  expect(groups).toHaveLength(1);
  groups[0]!.done.resolve();
  await first;
  await turn();
  expect(groups.map((group) => group.text.length)).toEqual([21, 2]);
  groups[1]!.done.resolve();
  await second;
});

it('stores what is gathered before it closes, and takes nothing afterwards', async () => {
  const { groups, store } = slowPlace();
  const writer = openWriter(store);
  const all = Promise.all([writer.write(row('a')), writer.write(row('b'))]);
  const closed = writer.close();
  await turn();
  groups[0]!.done.resolve();
  await turn();
  groups[1]!.done.resolve();
  await closed;
  await all;
  await expect(writer.write(row('c'))).rejects.toMatchObject({ code: 'StoreUnavailable' });
});
