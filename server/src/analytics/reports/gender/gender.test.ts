import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * | first name (newest)   | gender  | share  | 1 March | 2 March |
 * |-----------------------|---------|--------|---------|---------|
 * | 🌸 Катя Иванова 🌸      | female  | 95 %   | twice   | once    |
 * | 𝓜𝓪𝓻𝔂                  | female  | 99.7 % | once    |         |
 * | Семён, before: Сима    | male    | 99 %   |         | once    |
 * | ツИВАНツ                | male    | 99 %   | once    |         |
 * | Саша                  | unknown |        | once    | once    |
 * | 7up                   | unknown |        |         | once    |
 * Confidence: 1 March (95 + 99.7 + 99) / 3, 2 March (95 + 99) / 2, in all (95 + 99.7 + 99 + 99) / 4.
 */
test('visitors by the gender of their newest first name', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [katya, mary, ivan, sasha] = ['🌸 Катя Иванова 🌸', '𝓜𝓪𝓻𝔂', 'ツИВАНツ', 'Саша'].map((name) =>
      journey.user(name),
    );
    journey.at('2024-02-01T10:00:00Z');
    journey.user('Сима', { id: 9 }).sends('/start');
    journey.at('2024-03-01T10:00:00Z');
    for (const user of [katya, mary, ivan, sasha, katya]) user?.sends('hello');
    journey.at('2024-03-02T10:00:00Z');
    for (const user of [katya, sasha, journey.user('Семён', { id: 9 }), journey.user('7up')]) user?.sends('hello');
  });
  await store.write(bot.events);
  const query = { type: 'gender', period: '2024-03-01..2024-03-03', detail: 'day' };

  const report = await bot.report(query);

  expect(report.lines).toEqual([
    { name: 'male', values: [1, 1, 0], total: 2 },
    { name: 'female', values: [2, 1, 0], total: 2 },
    { name: 'unknown', values: [1, 2, 0], total: 2 },
    { name: 'confidence', unit: 'percent', values: [97.9, 97, null], total: 98.175 },
  ]);
  const users = async (line: string) => (await bot.users({ ...query, line })).map((one) => one.first_name).sort();
  expect(await users('male')).toEqual(['Семён', 'ツИВАНツ']);
  expect(await users('unknown')).toEqual(['7up', 'Саша']);
  expect(await users('confidence')).toHaveLength(4);
});

test('nobody: three empty lines, and no confidence', async () => {
  const bot = await ingestHistory(store, () => {});
  const report = await bot.report({ type: 'gender', period: '2024-03-01..2024-03-02', detail: 'day' });
  expect(report.lines).toEqual([
    { name: 'male', values: [0, 0], total: 0 },
    { name: 'female', values: [0, 0], total: 0 },
    { name: 'unknown', values: [0, 0], total: 0 },
    { name: 'confidence', unit: 'percent', values: [null, null], total: null },
  ]);
});
