import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionEvent } from '../../../events/normalize/conversion-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { sale } from '../conversions/test-targets.ts';
import { toEvent } from '../test-bot.ts';
import { testReport } from '../test-query.ts';

/*
 * Users around their first launch, November 2026, UTC:
 *
 * | user | what                                                                                  |
 * |--------|---------------------------------------------------------------------------------------|
 * | Ann 1  | 1 Nov blocks; 2 Nov sale 1; 10 Nov /start catalog; 11 Nov sale 2                      |
 * | Ben 2  | 2 Nov sale; 20 Nov /start site                                                        |
 * | Cid 3  | 1 Nov /start site; 3 Nov sale                                                         |
 * | Dan 4  | 1 Nov blocks; 5 Nov writes (a launch without a payload, a return); 6 Nov /start site; 7 Nov sale |
 *
 * Sales under the source of their own moment: Ann's first is direct in every model, the second of the catalog; Ben's is
 * direct; Cid's of the site; Dan's direct by the first launch and by the last significant one (the message used up the
 * block), of the site by the last one. The week 2–8 November gives the same as the month.
 */
let store: ThrowawayStore;
let bot: string;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
  bot = store.freshBot();
  await store.write([
    status(1, '01T10:00', 'kicked'),
    says(1, '10T10:00', '/start catalog'),
    says(2, '20T10:00', '/start site'),
    says(3, '01T10:00', '/start site'),
    status(4, '01T11:00', 'kicked'),
    says(4, '05T10:00', 'hello'),
    says(4, '06T10:00', '/start site'),
    ...[sold(1, '02T10:00'), sold(1, '11T10:00'), sold(2, '02T11:00'), sold(3, '03T10:00'), sold(4, '07T10:00')],
  ]);
});
afterAll(() => store.close());

const moment = (text: string) => `2026-11-${text}:00Z`;
let update = 0;
function event(id: number, text: string, kind: string, content: object) {
  update += 1;
  const user = { id, is_bot: false, first_name: `User ${id}` };
  const date = Date.parse(moment(text)) / 1_000;
  const common = { date, chat: { id, type: 'private' }, from: user };
  return toEvent(bot, moment(text), { update_id: update, [kind]: { ...common, ...content } });
}
const says = (id: number, text: string, words: string) => event(id, text, 'message', { message_id: 1, text: words });
const status = (id: number, text: string, now: string) => {
  const self = { id: 99, is_bot: true, first_name: 'Bot' };
  return event(id, text, 'my_chat_member', {
    old_chat_member: { status: 'member', user: self },
    new_chat_member: { status: now, user: self },
  });
};
const sold = (userId: number, text: string) =>
  conversionEvent({
    ...{ bot, targetId: 1, userId, date: moment(text), amount: 100, currency: 'EUR', nonce: '' },
    receivedAt: Date.parse(moment(text)),
  });

type More = Partial<Parameters<typeof testReport>[1]>;
const ask = (type: string, period: string, overrides: More = {}) =>
  testReport(
    { store, now: () => Date.parse('2026-12-31T00:00:00Z') },
    { bot, type, period, timeZone: 'UTC', detail: 'day', sessionGapMinutes: 30, targets: [sale], ...overrides },
  );
const month = '2026-11-01..2026-11-30';
const week = '2026-11-02..2026-11-08';

describe.each(['out of events', 'out of what is rolled up'])('%s', (dataSource) => {
  beforeAll(async () => {
    for (let run = 0; dataSource !== 'out of events' && run < 3; run += 1) {
      await store.rollUp(bot, Date.parse('2026-11-25T00:00:00Z'));
    }
  });

  test.each([
    ['first', month, { '': 3, catalog: 1, site: 1 }],
    ['last', month, { '': 2, catalog: 1, site: 2 }],
    ['last_significant', month, { '': 3, catalog: 1, site: 1 }],
    ['first', week, { '': 3, site: 1 }],
    ['last', week, { '': 2, site: 2 }],
    ['last_significant', week, { '': 3, site: 1 }],
  ])('a conversion before the first launch is direct, whatever the period: %s, %s', async (model, period, expected) => {
    const { table } = await ask('conversion_sources', period, { model });
    const rows = table?.rows.filter(({ values }) => values[0]).map(({ name, values }) => [name, values[0]]);
    expect(Object.fromEntries(rows ?? [])).toEqual(expected);
  });

  test.each(['first', 'last', 'last_significant'])(
    'a source and its opposite make up everyone, users who come after the period too: %s',
    async (model) => {
      const total = async (filter?: string) =>
        (await ask('conversions_summary', week, { model, filter })).lines[0]?.total ?? 0;
      expect(await total()).toBe(4);
      expect((await total('source:site')) + (await total('source:!site'))).toBe(4);
      expect((await total('source:')) + (await total('source:!'))).toBe(4);
      // Ann and Ben have no launch by the end of the week; Dan has one of the site, which is not the first.
      expect(await total('source:')).toBe(model === 'last' ? 2 : 3);
      const { lines } = await ask('conversions_summary', week, { model, by: 'source' });
      expect(lines.reduce((sum, line) => sum + (line.total ?? 0), 0)).toBe(4);
    },
  );

  test('the first action of a user first seen blocking is a launch without a payload, and a return', async () => {
    const { lines } = await ask('return_users', month);
    expect(lines[0]?.values.flatMap((value, day) => (value ? [day + 1] : []))).toEqual([5, 10]);
    const { table } = await ask('utm_summary', week, { parameter: 'source', sourceParameter: 'source' });
    // Launches in the week: the first action (direct) and the /start of Dan.
    expect(table?.rows.map(({ name, values }) => [name, values[0]])).toEqual([
      ['site', 1],
      ['', 1],
    ]);
  });
});
