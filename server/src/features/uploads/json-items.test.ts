import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonItems } from './json-items.ts';

async function collectItems(...chunks: string[]): Promise<string[]> {
  const items: string[] = [];
  for await (const item of jsonItems(
    (async function* () {
      yield* chunks;
    })(),
  )) {
    items.push(item);
  }
  return items;
}

describe('jsonItems', () => {
  it('finds the items of any list, cut into chunks anywhere', async () => {
    const lists = fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lists, fc.boolean(), fc.array(fc.nat(), { maxLength: 10 }), async (list, isIndented, cuts) => {
        const text = JSON.stringify(list, null, isIndented ? 2 : 0);
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const chunks = places.map((place, index) => text.slice(place, places[index + 1] ?? text.length));
        expect((await collectItems(...chunks)).map((item) => JSON.parse(item))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"ok":true,"result":[{"a":1},{"b":"]"}],"more":[3]}', ['{"a":1}', '{"b":"]"}']],
    ['{"meta":{"ids":[1,2]},"users":[{"id":7}]}', ['{"id":7}']],
    ['{"ok":true,"result":[]}', []],
    ['{"update_id":1,"message":{"entities":[1]}}', []],
    ['', []],
  ])('finds the items of %j: %j', async (text, items) => {
    expect(await collectItems(text)).toEqual(items);
  });

  it('reports a file that breaks off and an item that is too long', async () => {
    expect(await collectItems('[{"a":1},{"b"')).toEqual(['{"a":1}', 'Malformed']);
    expect(await collectItems('["', 'x'.repeat(6_000_000), 'x'.repeat(6_000_000), '",7]')).toEqual(['TooLarge', '7']);
  });
});
