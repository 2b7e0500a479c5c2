import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutFiles } from './without-files.ts';

/** The result, and in how many steps. */
function run(json: Buffer): { text: string; steps: number } {
  const work = withoutFiles(json);
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done) return { text: step.value.toString(), steps };
  }
}
const replaced = (value: unknown): unknown => JSON.parse(run(Buffer.from(JSON.stringify(value))).text);

const file = Buffer.alloc(300_000, 7);
const ids = Array.from({ length: 100 }, (_, index) => index);

test('files are named by their size, whatever form a client gives them', () => {
  expect(
    replaced([
      { method: 'sendPhoto', params: { chat_id: 5, photo: { source: file }, caption: 'A "photo" [1,2] {\\' } },
      { method: 'sendMediaGroup', params: { media: [{ type: 'photo', media: new Uint8Array(file) }] } },
      { method: 'sendDocument', params: { document: file.toString('base64'), ids } },
    ]),
  ).toEqual([
    {
      method: 'sendPhoto',
      params: {
        ...{ chat_id: 5, photo: { source: { type: 'Buffer', data: '300000 bytes' } } },
        caption: 'A "photo" [1,2] {\\',
      },
    },
    { method: 'sendMediaGroup', params: { media: [{ type: 'photo', media: '300000 bytes' }] } },
    { method: 'sendDocument', params: { document: '400000 characters', ids } },
  ]);
});

test('large ones are read in steps', () => {
  const json = Buffer.from(JSON.stringify({ photo: Buffer.alloc(2_000_000, 200) }));
  expect(json.length).toBeGreaterThan(7_900_000);
  const { text, steps } = run(json);
  expect(text).toBe('{"photo":{"type":"Buffer","data":"2000000 bytes"}}');
  expect(steps).toBe(Math.ceil(json.length / 262_144));
});

test('JSON without files stays as it is', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(run(Buffer.from(text)).text).toBe(text);
    }),
  );
  const points = Array.from({ length: 400 }, (_, index) => ({ x: index, y: -index / 2 }));
  for (const value of [points, points.map(({ y }) => y), points.map(({ x }) => String(x)), { ids, ...ids }])
    expect(replaced(value)).toEqual(JSON.parse(JSON.stringify(value)));
});
