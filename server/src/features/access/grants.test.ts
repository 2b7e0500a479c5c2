import type { Bot } from '@botscope/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { dataOf, errorOf, startWorld, type World } from '../connections/test-world.ts';
import { loadGrants } from './access.ts';

describe.each(testEngines)('grants on $name', (engine) => {
  const metadata = testMetadata(engine);

  it('are read by bot; words of another version open nothing', async () => {
    const { db } = metadata();
    for (const id of ['ann', 'ben']) await db.insertInto('accounts').values({ id }).execute();
    const bot = { bot_name: 'shop_bot', username: 'shop_bot', account_key: 'ann', api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ ...bot, key: '0123456789abc' })
      .execute();
    await db
      .insertInto('grants')
      .values({
        bot_key: '0123456789abc',
        account_key: 'ben',
        role: 'emperor',
        keys: JSON.stringify(['settings.view', 'nukes.launch']),
        reports: JSON.stringify(['retention', 'horoscope']),
      })
      .execute();
    const expected = { role: null, keys: ['settings.view'], reports: ['retention'] };
    expect(await loadGrants(db, 'ben')).toEqual(new Map([['0123456789abc', expected]]));
    expect(await loadGrants(db, 'ann')).toEqual(new Map());
    expect(await loadGrants(db, null)).toEqual(new Map());
  });
});

describe('a bot of another account', () => {
  let world: World;
  let key: string;
  let guest: string;
  beforeAll(async () => {
    world = await startWorld();
    const body = { bot_name: 'shop_bot', connection_type: 'api' };
    key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
    guest = (await world.server.services.accounts.byEmail('stranger@example.com'))!.key;
  });
  afterAll(() => world.close());
  const grants = () => world.server.services.metadata.db;
  beforeEach(async () => void (await grants().deleteFrom('grants').execute()));

  const give = async (draft: { role?: string; keys?: string[]; reports?: string[] }) => {
    const { role = null, keys = [], reports = [] } = draft;
    const row = { role, keys: JSON.stringify(keys), reports: JSON.stringify(reports) };
    await grants()
      .insertInto('grants')
      .values({ bot_key: key, account_key: guest, ...row })
      .execute();
  };
  /** `ok`, or the error code, for each path. */
  const tryPaths = async (...paths: string[]) => {
    const answers = await Promise.all(paths.map((path) => world.stranger.get(`/api/${path}`)));
    return answers.map((answer) => (answer.body.status === 'success' ? 'ok' : errorOf(answer)));
  };

  const report = (type: string) => `reports/${key}/${type}?period=7d`;
  const routes = () => [
    report('visitors'),
    report('retention'),
    report('sum_income'),
    `bots/${key}`,
    `bots/${key}/settings`,
  ];

  it('is not there for a stranger', async () => {
    expect(await tryPaths(...routes())).toEqual(Array(5).fill('NotFound'));
    expect(dataOf<Bot[]>(await world.stranger.get('/api/bots'))).toEqual([]);
  });

  it('is read by a viewer, who is refused money and settings', async () => {
    await give({ role: 'viewer' });
    expect(await tryPaths(...routes())).toEqual(['ok', 'ok', 'AccessDenied', 'ok', 'AccessDenied']);
    expect(errorOf(await world.stranger.post(`/api/bots/${key}/rename`, { bot_name: 'mine_bot' }))).toBe(
      'AccessDenied',
    );
    const [listedBot] = dataOf<Bot[]>(await world.stranger.get('/api/bots'));
    expect(listedBot).toMatchObject({ key, role: 'viewer', reports: [] });
    expect(listedBot?.permissions).toContain('report.retention');
    const init = dataOf<{ bots: Record<string, Bot> }>(await world.stranger.get('/api/site/init'));
    expect(init.bots[key]).toEqual(listedBot);
  });

  it('shows a guest the one report they were given', async () => {
    await give({ reports: ['sum_income'] });
    expect(await tryPaths(...routes())).toEqual(['AccessDenied', 'AccessDenied', 'ok', 'ok', 'AccessDenied']);
    expect(await tryPaths(`reports/${key}/sum_income/users?period=7d`)).toEqual(['AccessDenied']);
    const shownBot = dataOf<Bot>(await world.stranger.get(`/api/bots/${key}`));
    expect(shownBot).toMatchObject({ permissions: [], reports: ['sum_income'], role: null });
  });

  it('shows a guest with a single key the bot, and only the page of that key', async () => {
    await give({ keys: ['settings.view'] });
    expect(await tryPaths(...routes())).toEqual(['AccessDenied', 'AccessDenied', 'AccessDenied', 'ok', 'ok']);
    // Without a token there is no picture: that is all that is wrong with it.
    expect(await tryPaths(`bots/${key}/photo`, `bots/${key}/annotations`)).toEqual(['204', 'AccessDenied']);
  });

  it('does not show the team or Telegram’s errors to a guest who reads one report', async () => {
    await world.owner.post(`/api/bots/${key}/annotations`, { day: '2026-05-01', text: 'new menu' });
    const problem = {
      code: 'Gap',
      since: '2026-05-01T00:00:00Z',
      heard: '2026-05-01T00:00:00Z',
      detail: 'at 10.0.0.1',
    };
    await world.server.services.bots.change(key, { problems: JSON.stringify([problem]) });
    const readAuthor = async (visitor: World['owner']) =>
      dataOf<{ author: string }[]>(await visitor.get(`/api/bots/${key}/annotations`))[0]?.author;
    const readProblem = async (visitor: World['owner']) =>
      dataOf<Bot>(await visitor.get(`/api/bots/${key}`)).problems[0];
    await give({ reports: ['retention'] });
    expect([await readAuthor(world.owner), await readAuthor(world.stranger)]).toEqual(['owner@example.com', '']);
    expect(await readProblem(world.owner)).toMatchObject({ detail: 'at 10.0.0.1', repairable: true });
    expect(await readProblem(world.stranger)).toMatchObject({ code: 'Gap', detail: '', repairable: false });
    await grants().deleteFrom('grants').execute();
    await give({ role: 'viewer' });
    expect(await readAuthor(world.stranger)).toBe('owner@example.com');
    await world.server.services.bots.change(key, { problems: '[]' });
  });

  it('is gone with the next request after the grant is', async () => {
    await give({ role: 'manager' });
    expect(await tryPaths(`bots/${key}/settings`)).toEqual(['ok']);
    await grants().deleteFrom('grants').execute();
    expect(await tryPaths(...routes())).toEqual(Array(5).fill('NotFound'));
  });

  it('stays its owner’s, as it was', async () => {
    await give({ role: 'manager' });
    const [listedBot] = dataOf<Bot[]>(await world.owner.get('/api/bots'));
    expect(listedBot).toMatchObject({ key, role: 'owner', reports: [] });
    const body = { bot_name: 'own_bot', connection_type: 'api' };
    const ownBot = dataOf<{ bot: Bot }>(await world.stranger.post('/api/bots', body)).bot;
    const bots = dataOf<Bot[]>(await world.stranger.get('/api/bots'));
    expect(bots.map((bot) => [bot.key, bot.role])).toEqual([
      [ownBot.key, 'owner'],
      [key, 'manager'],
    ]);
  });
});
