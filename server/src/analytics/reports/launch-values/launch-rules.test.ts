import type { Journey } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseStartPayload, type StartRules } from '../../../events/normalize/start-payload.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { purchase, sale } from '../conversions/test-targets.ts';
import { ingestHistory } from '../test-bot.ts';
import { loadValues } from './test-values.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const rules: StartRules = { type: 'all', params: [], paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' };

/*
 * Ann comes from source-ads_medium-mail, later by medium-web. Ben by writing, then from source-site_medium-mail.
 * Simplified, whole payloads are sources. Read by rules, Ann's last payload has no source: her last launch with a payload
 * says nothing of one, so she is direct then.
 */
describe('other parameters and other rules', () => {
  const scenario = (journey: Journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start source-ads_medium-mail');
    ann.sends('/start medium-web');
    ben.sends('hello');
    ben.sends('/start source-site_medium-mail');
  };

  test('change the past, in the reports too', async () => {
    const bot = await ingestHistory(store, scenario);
    const loadNames = async (question: object) => {
      const { table } = await bot.report({ type: 'utm_summary', period: '2024-03-01..2024-03-01', ...question });
      return table?.rows.filter(({ values }) => values[2] !== 0).map(({ name, values }) => [name, values[2]]);
    };
    const simplified = { sourceParameter: 'none', targets: [sale, purchase] };
    expect(await loadNames(simplified)).toEqual([
      ['source-ads_medium-mail', 1],
      ['', 1],
    ]);

    await store.reparseLaunches(bot.key, (payload) => parseStartPayload(payload, rules));

    expect(await loadNames({})).toEqual([
      ['ads', 1],
      ['', 1],
    ]);
    expect(await loadNames({ model: 'last' })).toEqual([
      ['site', 1],
      ['', 1],
    ]);
    expect(await loadNames({ model: 'last', parameter: 'medium' })).toEqual([
      ['mail', 1],
      ['web', 1],
    ]);
    expect(await loadValues(store, bot)).toEqual({ Ann: ['ads', '', 'ads'], Ben: ['', 'site', ''] });
  });

  test('a parameter that does not name the source', async () => {
    const bot = await ingestHistory(store, scenario);
    await store.reparseLaunches(bot.key, (payload) => parseStartPayload(payload, rules));
    const value = 'params[{parameter:String}]';
    expect(await loadValues(store, bot, value, undefined, { parameter: 'medium' })).toEqual({
      Ann: ['mail', 'web', 'mail'],
      Ben: ['', 'mail', ''],
    });
    expect(await loadValues(store, bot, value, undefined, { parameter: 'nothing' })).toEqual({
      Ann: ['', '', ''],
      Ben: ['', '', ''],
    });
  });

  test('bots know nothing of each other', async () => {
    const [bot, other] = [await ingestHistory(store, scenario), await ingestHistory(store, () => {})];
    expect(await loadValues(store, { ...bot, key: other.key })).toEqual({ Ann: [], Ben: [] });
  });
});

/*
 * docs/metrics.md, "Attribution": launch from catalog, block, launch from site, launch from ads while active, purchase of
 * 100. The purchase lies on the first day of a half-hour zone, the next launch right after it changes nothing.
 */
test('the example of the documents', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start catalog');
    ann.blocks();
    ann.sends('/start site');
    ann.sends('/start ads');
    journey.at('2024-03-01T18:29:59.900Z');
    ann.pays({ amount: 100, currency: 'XTR', payload: 'x' });
    ann.sends('/start later');
  });
  const gets = async (type: string, model: string) => {
    const query = {
      type,
      model,
      period: '2024-03-01..2024-03-01',
      timeZone: 'Asia/Kolkata',
      targets: [sale, purchase],
    };
    const { table } = await bot.report(query);
    const money = table?.columns.findIndex(({ currency }) => currency === 'XTR') ?? -1;
    return table?.rows.filter(({ values }) => values[money] !== 0).map(({ name, values }) => [name, values[money]]);
  };
  for (const type of ['utm_summary', 'conversion_sources']) {
    expect(await gets(type, 'first')).toEqual([['catalog', 100]]);
    expect(await gets(type, 'last')).toEqual([['ads', 100]]);
    expect(await gets(type, 'last_significant')).toEqual([['site', 100]]);
  }
});
