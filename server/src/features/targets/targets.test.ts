import { startJourney } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import { defaultStartRules, normalizeUpdate } from '../../events/normalize/normalize-update.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../../platform/errors.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createTargetIds } from './target-ids.ts';
import { createTargets, maxTargets } from './targets.ts';

const now = Date.parse('2026-03-31T12:00:00Z');
const basket = { kind: 'text', text: 'basket', match: 'contains' } as const;
const noValue = { kind: 'none' } as const;

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('targets on $name', (engine) => {
  const metadata = testMetadata(engine);
  const slice = () => createTargets({ metadata: metadata(), store, now: () => now });
  const addBot = async (hiddenCommands: readonly string[] = []) => {
    const key = store.freshBot();
    const row = { key, bot_name: `a${key}_bot`, username: `a${key}_bot`, api_key_hash: '' };
    await metadata().db.insertInto('bots').values(row).execute();
    return { key, hiddenCommands };
  };
  /** Ann and Ben write of baskets: two days ago, ten days ago and long ago. */
  const notify = async (bot: string) => {
    const journey = startJourney({ from: '2026-01-01T00:00:00Z' });
    const ann = journey.user('Ann', { id: 101 });
    const ben = journey.user('Ben', { id: 102 });
    journey.at('2026-02-01T12:00:00Z');
    ann.sends('my basket');
    journey.at('2026-03-21T12:00:00Z');
    ben.sends('Basket!');
    journey.at('2026-03-29T12:00:00Z');
    ann.sends('basket');
    ann.sends('nothing');
    ann.sends(`a long tale of a basket${'.'.repeat(300)}`);
    await store.write(
      journey.updates.map(({ date, update }) => {
        const outcome = normalizeUpdate({ bot, date, receivedAt: now, update }, defaultStartRules);
        if ('rejected' in outcome) throw new Error(outcome.rejected);
        return outcome.event;
      }),
    );
  };

  test('every bot has the built-in ones, which nobody changes', async () => {
    const bot = await addBot();
    const targets = slice();
    const counts = { built_in: true, created_at: null, count: 0, users: 0, last_at: null, value: { kind: 'event' } };
    expect(await targets.list(bot)).toEqual([
      { target_id: 1, name: 'Sale', trigger: { kind: 'api' }, ...counts },
      { target_id: 2, name: 'Telegram purchases', trigger: { kind: 'purchase' }, ...counts },
    ]);
    const draft = { name: 'x', trigger: basket, value: noValue };
    await expect(targets.update(bot, 1, draft)).rejects.toMatchObject({ code: 'TargetBuiltIn' });
    await expect(targets.remove(bot.key, 2)).rejects.toMatchObject({ code: 'TargetBuiltIn' });
  });

  test('a new one counts the past too, and can be changed, removed and restored', async () => {
    const bot = await addBot();
    await notify(bot.key);
    const targets = slice();
    const createdTarget = await targets.create(bot, { name: 'Basket', trigger: basket, value: noValue });
    expect(createdTarget).toMatchObject({ built_in: false, count: 3, users: 2, last_at: '2026-03-29T12:00:00.002Z' });
    expect(createdTarget.target_id).toBeGreaterThan(10_000);

    const price = { kind: 'fixed', amount: 500, currency: 'EUR' } as const;
    const exact = { ...basket, match: 'exact' } as const;
    const changedTarget = await targets.update(bot, createdTarget.target_id, {
      name: 'Order',
      trigger: exact,
      value: price,
    });
    expect(changedTarget).toEqual({
      ...createdTarget,
      name: 'Order',
      trigger: exact,
      value: price,
      count: 1,
      users: 1,
      last_at: '2026-03-29T12:00:00.000Z',
    });
    const ownTarget = { id: createdTarget.target_id, name: 'Order', trigger: exact, value: price };
    expect((await targets.countedOf(bot.key)).slice(2)).toEqual([ownTarget]);

    await targets.remove(bot.key, createdTarget.target_id);
    expect(await targets.list(bot)).toHaveLength(2);
    expect(await targets.unknown(bot.key, [createdTarget.target_id])).toEqual([createdTarget.target_id]);
    await expect(targets.remove(bot.key, createdTarget.target_id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(targets.update(bot, createdTarget.target_id, { ...ownTarget })).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect(await targets.restore(bot, createdTarget.target_id)).toEqual(changedTarget);
    await expect(targets.restore(bot, createdTarget.target_id)).rejects.toMatchObject({ code: 'NotFound' });
    expect((await targets.list(bot)).slice(2)).toEqual([changedTarget]);
    expect(await targets.unknown(bot.key, [createdTarget.target_id, 1, 2, 77, 77])).toEqual([77]);
  });

  test('are those of their bot only', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const targets = slice();
    const { target_id: id } = await targets.create(bot, { name: 'Basket', trigger: basket, value: noValue });
    expect(await targets.list(other)).toHaveLength(2);
    await expect(targets.update(other, id, { name: 'x', trigger: basket, value: noValue })).rejects.toMatchObject({
      code: 'NotFound',
    });
    await expect(targets.remove(other.key, id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(await targets.unknown(other.key, [id])).toEqual([id]);
  });

  test('conversions sent for a removed one are there again when it is restored', async () => {
    const bot = await addBot();
    await notify(bot.key);
    const targets = slice();
    const { target_id: targetId } = await targets.create(bot, {
      name: 'API',
      trigger: { kind: 'api' },
      value: noValue,
    });
    const date = '2026-03-30T12:00:00Z';
    const conversion = {
      bot: bot.key,
      targetId,
      userId: 101,
      date,
      amount: 0,
      currency: '',
      receivedAt: now,
      nonce: '',
    };
    await store.write([conversionEvent(conversion)]);
    await targets.remove(bot.key, targetId);
    expect(await targets.restore(bot, targetId)).toMatchObject({ count: 1, last_at: '2026-03-30T12:00:00.000Z' });
  });

  test(`a bot has at most ${maxTargets}`, async () => {
    const bot = await addBot();
    const draft = { name: 'x', trigger: { kind: 'api' } as const, value: noValue };
    const row = { bot_key: bot.key, name: 'x', trigger: JSON.stringify(draft.trigger), value: JSON.stringify(noValue) };
    await metadata()
      .db.insertInto('targets')
      .values(Array.from({ length: maxTargets - 1 }, () => row))
      .execute();
    const targets = slice();
    const last = await targets.create(bot, draft);
    await expect(targets.create(bot, draft)).rejects.toMatchObject({ code: 'TooManyTargets' });
    await targets.remove(bot.key, last.target_id);
    await targets.create(bot, draft);
    await expect(targets.restore(bot, last.target_id)).rejects.toMatchObject({ code: 'TooManyTargets' });
  });

  test('a draft is tried on the last 7 days', async () => {
    const bot = await addBot(['nothing']);
    await notify(bot.key);
    const targets = slice();
    const testResult = await targets.test(bot, { trigger: basket, value: noValue });
    expect(testResult).toEqual({
      count: 2,
      users: 1,
      examples: [
        {
          at: '2026-03-29T12:00:00.002Z',
          user_id: 101,
          first_name: 'Ann',
          text: expect.stringMatching(/^a long tale of a basket\.{177}$/),
        },
        { at: '2026-03-29T12:00:00.000Z', user_id: 101, first_name: 'Ann', text: 'basket' },
      ],
    });
    const hiddenResult = await targets.test(bot, { trigger: { kind: 'command', name: 'nothing' }, value: noValue });
    expect([hiddenResult.count, hiddenResult.examples.map(({ text }) => text)]).toEqual([1, ['nothing']]);
    const nothing = await targets.test(bot, { trigger: { kind: 'api' }, value: noValue });
    expect(nothing).toEqual({ count: 0, users: 0, examples: [] });
  });

  test.each(['(', '[a', '(?<name>', 'a{2000}', '(?=ahead)', '\\1'])('%s is no pattern', async (text) => {
    const bot = await addBot();
    const draft = { trigger: { kind: 'text', text, match: 'pattern' } as const, value: noValue };
    const problem = { code: 'InvalidPattern', field: 'trigger.text' };
    await expect(slice().test(bot, draft)).rejects.toMatchObject(problem);
    await expect(slice().create(bot, { ...draft, name: 'x' })).rejects.toMatchObject(problem);
  });

  test('purchases have one target', async () => {
    const draft = { trigger: { kind: 'purchase' } as const, value: noValue };
    await expect(slice().test(await addBot(), draft)).rejects.toMatchObject({
      code: 'InvalidField',
      field: 'trigger.kind',
    });
  });
});

describe('the set of numbers that are targets', () => {
  test('is known from memory, and looked up again for a number that is new', async () => {
    let currentTime = 0;
    const loads: string[] = [];
    let ownIds = [10_001];
    const ids = createTargetIds(
      async (bot) => {
        loads.push(bot);
        return ownIds;
      },
      () => currentTime,
    );
    expect(await ids.unknown('a', [1, 2])).toEqual([]);
    expect(loads).toEqual([]);
    expect(await ids.unknown('a', [10_001])).toEqual([]);
    ownIds = [10_001, 10_002];
    currentTime = 999;
    // The store was queried a moment ago.
    expect(await ids.unknown('a', [10_002])).toEqual([10_002]);
    expect(loads).toEqual(['a']);
    currentTime = 1_000;
    expect(await ids.unknown('a', [10_002, 10_001])).toEqual([]);
    expect(loads).toEqual(['a', 'a']);
    ownIds = [];
    currentTime = 30_999;
    expect(await ids.unknown('a', [10_001])).toEqual([]);
    currentTime = 31_000;
    expect(await ids.unknown('a', [10_001])).toEqual([10_001]);
    ownIds = [10_001];
    ids.forget('a');
    expect(await ids.unknown('a', [10_001])).toEqual([]);
  });

  test('is not remembered from an answer that is older than a change', async () => {
    let release: (ids: number[]) => void = () => undefined;
    const ids = createTargetIds(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
      () => 0,
    );
    const first = ids.unknown('a', [10_001]);
    ids.forget(null);
    release([10_001]);
    expect(await first).toEqual([]);
    const second = ids.unknown('a', [10_001]);
    release([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await second).toEqual([10_001]);
  });

  test('is not checked while the store is away: no conversion is lost', async () => {
    const ids = createTargetIds(
      async () => {
        throw new AppError('StoreUnavailable');
      },
      () => 0,
    );
    expect(await ids.unknown('a', [5])).toEqual([]);
  });
});
