import type { Share, SharedView } from '@botscope/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import type { BotRow } from '../bots/bots.ts';
import { maxShares } from './shares.ts';
import { addOwnedBot, createShare, shareDraft as draft, march, type ShareWorld, shareWorld } from './test-shares.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('share links on $name', (engine) => {
  const metadata = testMetadata(engine);
  let world: ShareWorld;
  let bot: BotRow;
  let owner: string;
  let readers = 0;
  beforeEach(async () => {
    readers += 1;
    owner = `owner-${readers}`;
    world = await shareWorld(metadata(), store);
    bot = await addOwnedBot(world, owner);
  });
  afterEach(() => world.close());

  const make = (changes: Record<string, unknown> = {}, maker = owner) => createShare(world, bot, maker, changes);
  const read = (token: string, queryString = '') => world.ask(null, 'GET', `/api/share/${token}${queryString}`);
  const listTotals = (view: SharedView) => (view.locked ? null : view.reports.map(({ lines }) => lines[0]?.total));

  test('anyone with the link reads the numbers as their maker sees them', async () => {
    const newShare = await make({ title: ' March ' });
    expect(newShare).toMatchObject({ title: 'March', state: 'open', author: `${owner}@example.com`, views: 0 });
    expect(newShare.token).toMatch(/^[\w-]{32}$/);

    const answer = await read(newShare.token, '?opened=1');
    expect(answer.data).toMatchObject({
      locked: false,
      title: 'March',
      bot_name: bot.bot_name,
      type_report: 'visitors',
      query: march,
      filtered: false,
      as_of: '2026-03-02T12:00:00.000Z',
      reports: [{ period: { from: '2026-03-01', time_zone: 'Asia/Kolkata' }, lines: [{ total: 2 }] }],
      ticket: null,
    });
    expect(answer.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    await read(newShare.token);
    const { data } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([{ id: newShare.id, views: 1, last_viewed_at: '2026-03-02T12:00:00.000Z' }]);
  });

  test('a filter cannot be changed and is shown only where its maker allows that', async () => {
    const query = { ...march, filter: 'source:ads', lines: 'visitors' };
    const [hiddenShare, visibleShare] = [await make({ query }), await make({ query, reader_filter: true })];
    const answer = await read(`${hiddenShare.token}?filter=source:none&period=7d&detail=hour`);
    expect(listTotals(answer.data)).toEqual([1]);
    expect(answer.data).toMatchObject({ filtered: true, query: { ...march, lines: 'visitors' } });
    expect(answer.body).not.toMatch(/ads|source|model/);
    expect((await read(visibleShare.token)).data).toMatchObject({
      filtered: true,
      query,
      reports: [{ model: 'first' }],
    });
  });

  test('readers choose a period where the maker allows it, never a custom one', async () => {
    const { token } = await make({ reader_period: true, query: { ...march, period: 'today' } });
    expect(listTotals((await read(token)).data)).toEqual([0]);
    const week = await read(token, '?period=7d');
    expect(listTotals(week.data)).toEqual([2]);
    expect(week.data).toMatchObject({ query: { period: '7d' }, reports: [{ period: { from: '2026-02-24' } }] });
    expect((await read(token, '?period=2000-01-01..2026-01-01')).status).toBe(400);
  });

  test('the answer holds the chosen lines and no others, and of a comparison that is not drawn the totals', async () => {
    const view = async (query: Record<string, string>, type_report = 'audience') => {
      const { data }: { data: Extract<SharedView, { locked: false }> } = await read(
        (await make({ type_report, query: { ...march, ...query } })).token,
      );
      return data.reports[0]!;
    };
    const names = ({ lines }: { lines: { name: string }[] }) => lines.map(({ name }) => name);
    const wholeView = await view({ by: 'source' });
    expect(names(wholeView)).toEqual(expect.arrayContaining(['ads', '']));
    expect(names(await view({ by: 'source', lines: 'ads' }))).toEqual(['ads']);
    expect(names(await view({ by: 'source', lines: '%00' }))).toEqual(['']);
    // Nobody came from there: the others are still not what was shared.
    expect(names(await view({ by: 'source', lines: 'site' }))).toEqual([]);

    const compared = await view({ by: 'source', lines: 'ads', compare: 'previous' });
    expect(names(compared.compare!)).toEqual(names(compared).filter((name) => name === 'ads'));
    expect(compared.compare!.buckets).toHaveLength(1);
    const [line] = wholeView.compare!.lines;
    expect([wholeView.compare!.buckets, line?.values ?? []]).toEqual([[], []]);
    const table = await view({}, 'utm_summary');
    expect([table.table!.rows.length > 0, table.compare!.table!.rows]).toEqual([true, []]);
  });

  test('no parameter of a reader changes what a link answers, but a period where its maker allows that', async () => {
    const query = { ...march, by: 'language', lines: '' };
    const { token } = await make({ type_report: 'audience', query });
    const periodShare = await make({ type_report: 'audience', query, reader_period: true });
    const parts = (view: Extract<SharedView, { locked: false }>) => [view.query, view.reports];
    const expectedParts = parts((await read(token)).data);
    const wishes = {
      period: '7d',
      detail: 'hour',
      compare: 'year',
      compare_period: '2026-01-01..2026-01-01',
      filter: 'source:ads',
      by: 'source',
      model: 'last',
      parameter: 'medium',
      measure: 'new',
      lines: 'ru',
      view: 'share',
      sort: 'name',
      explain: '1',
      type_report: 'retention',
      time_zone: 'UTC',
      bucket: '0',
      line: 'ru',
      offset: '0',
    };
    for (const [name, wish] of Object.entries(wishes)) {
      const queryString = `?${new URLSearchParams({ [name]: wish })}`;
      expect([name, parts((await read(token, queryString)).data)]).toEqual([name, expectedParts]);
      const answer = parts((await read(periodShare.token, queryString)).data);
      if (name === 'period') expect(answer).not.toEqual(expectedParts);
      else expect([name, answer]).toEqual([name, expectedParts]);
    }
  });

  test('a link to the key numbers shows them, except those that its maker has lost since', async () => {
    await world.addAccount(`helper-${readers}`);
    const helper = `helper-${readers}`;
    await world.grant(bot.key, helper, { role: 'manager', keys: ['permissions.manage'] });
    const { token } = await make({ type_report: 'home', query: { period: '7d', filter: 'source:ads' } }, helper);
    const types = async () => {
      const { data }: { data: Extract<SharedView, { locked: false }> } = await read(token);
      return data.reports.map(({ type_report }) => type_report);
    };
    expect(await types()).toEqual([
      'new_users',
      'left_users',
      'return_users',
      'visitors',
      'messages_from_user',
      'session_count',
      'rejection',
      'avg_duration_session',
    ]);
    // The filter of Home is shared with it.
    expect((await read(token)).data).toMatchObject({ filtered: true, query: { period: '7d' } });
    await world.grant(bot.key, helper, { keys: ['permissions.manage', 'report.view', 'report.refusal'] });
    expect(await types()).toEqual([
      'new_users',
      'left_users',
      'return_users',
      'visitors',
      'messages_from_user',
      'rejection',
    ]);
  });

  test.each([
    [{ query: { period: 'always' } }, 'InvalidPeriod'],
    [{ query: { filter: 'source' } }, 'InvalidFilter'],
    [{ query: { by: 'colour' } }, 'InvalidDimension'],
    [{ type_report: 'profit' }, 'InvalidField'],
    [{ password: 'short' }, 'InvalidPassword'],
    [{ days: 366 }, 'InvalidField'],
  ])('a link that could never answer is refused: %o', async (changes, code) => {
    const { status, data } = await world.ask(owner, 'POST', `/api/bots/${bot.key}/shares`, { body: draft(changes) });
    expect([status, data]).toEqual([400, [expect.objectContaining({ code })]]);
  });

  test(`a bot has at most ${maxShares}; revoked ones make room`, async () => {
    const rows = Array.from({ length: maxShares - 1 }, (_, index) => ({
      bot_key: bot.key,
      token_hash: `${bot.key} ${index}`,
      token_sealed: '',
      type_report: 'visitors',
    }));
    const { id } = await make();
    await metadata().db.insertInto('shares').values(rows).execute();
    const create = () => world.ask(owner, 'POST', `/api/bots/${bot.key}/shares`, { body: draft() });
    expect((await create()).data).toMatchObject([{ code: 'TooManyShares' }]);
    await metadata().db.updateTable('shares').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    // Tokens of the rows above were never sealed: the list works all the same.
    expect((await create()).data).toMatchObject({ token: expect.any(String) });
    const { data }: { data: Share[] } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data.filter(({ token }) => token === null)).toHaveLength(maxShares - 1);
  });

  test('readers of one link cost one question a minute', async () => {
    const { token } = await make();
    await read(token);
    const firstCount = world.queryCount();
    await Promise.all([read(token), read(token), read(token, '?period=7d')]);
    world.clock.now += 59_999;
    expect((await read(token)).data).toMatchObject({ as_of: '2026-03-02T12:00:00.000Z' });
    expect(world.queryCount()).toBe(firstCount);
    world.clock.now += 1;
    expect((await read(token)).data).toMatchObject({ as_of: '2026-03-02T12:01:00.000Z' });
    expect(world.queryCount()).toBe(2 * firstCount);
  });
});
