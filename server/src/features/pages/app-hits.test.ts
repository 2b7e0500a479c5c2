import type { ChatState, MiniAppNumbers, PageError, RecentHit } from '@botscope/contract';
import { openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hourMs } from '../../platform/time-units.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { buildInitData, type HitWorld, hex, openPage, startHitWorld, token } from './test-apps.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: HitWorld;
beforeAll(async () => {
  world = await startHitWorld();
});
afterAll(() => world.server.close());

const appPath = ({ bot_key, app_id }: { bot_key: string; app_id: number }, rest: string) =>
  `/api/bots/${bot_key}/mini-apps/${app_id}/${rest}`;

describe('a hit whose user is proven', () => {
  it('is the user’s, with the source of the link; later ones need no initData', async () => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app, buildInitData(501, { start_param: 'ads' }));
    expect(await world.send(page.body([{ u: '/shop?x=1' }], page.withInitData))).toMatchObject({
      ...{ status: 202, dropped: null, text: '{}' },
    });
    const laterHit = { n: 'buy', c: 'shop', val: 9.5, cur: 'eur', d: { size: 'L' } };
    expect(await world.send(page.body([laterHit]))).toMatchObject({ status: 202, dropped: null });

    const rows = await world.rows(app);
    expect(rows).toMatchObject([
      { user_id: 501, name: 'app_launch', is_start: true, source: 'ads', hit: { proof: 'hmac', path: '/shop' } },
      {
        user_id: 501,
        name: 'buy',
        is_start: false,
        source: '',
        hit: { value: 9.5, unit: 'EUR', props: { size: 'L' } },
      },
    ]);
    expect(rows[0]?.hit.launch).toBe(rows[1]?.hit.launch);
    const users = await world.server.services.store.query({
      sql: 'SELECT user_id, last_profile.2 AS name FROM users FINAL WHERE bot = {bot:String} AND user_id = 501',
      params: { bot: world.withToken },
    });
    expect(users).toEqual([{ user_id: 501, name: 'User 501' }]);
    // Money of a browser is no income.
    const amounts = await world.server.services.store.query({
      sql: 'SELECT sum(amount) AS amount FROM events FINAL WHERE bot = {bot:String}',
      params: { bot: world.withToken },
    });
    expect(amounts).toEqual([{ amount: 0 }]);
  });

  it.each<[what: string, user: number, says: object, of: string, events: object[], chat: ChatState | undefined]>([
    ['allows the bot to write', 511, { allows_write_to_pm: true }, token, [{}], 'open'],
    ['does not', 512, { allows_write_to_pm: false }, token, [{}], 'never_opened'],
    ['is of an old client, which does not say', 513, {}, token, [{}], 'never_opened'],
    ['is forged', 514, { allows_write_to_pm: true }, `5:${'F'.repeat(35)}`, [{}], undefined],
    [
      'does by the word of the page',
      515,
      {},
      token,
      [{ n: 'writeAccessRequested', d: { status: 'allowed' } }],
      'never_opened',
    ],
  ])('says whether the bot may write to a user who %s', async (_, id, says, botToken, events, chat) => {
    const app = await world.addApp(world.withToken);
    const fields = openedBy({ id, first_name: `User ${id}`, ...says }, Date.now());
    const page = openPage(app, signInitData(fields, { token: botToken }));
    expect(await world.send(page.body(events, page.withInitData))).toMatchObject({ status: 202 });
    await world.server.services.store.flush();
    const { users } = dataOf<{ users: { user_id: number; chat: ChatState }[] }>(
      await world.owner.get(`/api/bots/${world.withToken}/users?columns=chat,user_id&search=${id}`),
    );
    expect(users.find(({ user_id }) => user_id === id)?.chat).toBe(chat);
  });

  it('needs no token: the signature of Telegram is enough', async () => {
    const app = await world.addApp(world.withoutToken);
    const other = `987654321:${'B'.repeat(35)}`;
    const page = openPage(app, buildInitData(502, {}, other));
    await world.send(page.body([{}], page.withInitData));
    expect(await world.rows(app)).toMatchObject([{ user_id: 502, hit: { proof: 'ed25519' } }]);
  });

  it('is counted once, however often it is sent and wherever its answer was lost', async () => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app, buildInitData(503, { start_param: 'ads' }));
    const body = page.body([{}, { n: 'view' }], page.withInitData);
    await Promise.all([world.send(body), world.send(body)]);
    // The device sends it again a while later.
    await world.send({ ...body, sent: Date.now() + 5_000 });
    expect(await world.rows(app)).toMatchObject([
      { name: 'app_launch', is_start: true },
      { name: 'view', is_start: false },
    ]);
  });

  it('reloads are no starts, also in a page that lost its storage', async () => {
    const app = await world.addApp(world.withToken);
    const initData = buildInitData(504, { start_param: 'ads' });
    const pages = [openPage(app, initData), openPage(app, initData), openPage(app, initData)];
    for (const page of pages) await world.send(page.body([{}], page.withInitData));
    await world.send((pages[0] as (typeof pages)[0]).body([{}]));
    const rows = await world.rows(app);
    expect(rows.map(({ is_start }) => is_start).sort()).toEqual([false, false, false, true]);
    expect(new Set(rows.map(({ hit }) => hit.launch)).size).toBe(1);
    expect(dataOf<MiniAppNumbers>(await world.owner.get(appPath(app, 'numbers')))).toMatchObject({
      ...{ hits: 4, proven_hits: 4, launches: 1, proven_launches: 1, reloads: 3, users: 1 },
    });
  });
});

describe('a hit whose user is not proven', () => {
  it.each<[string, string, string]>([
    ['no initData', '', 'NoInitData'],
    ['those of another bot', buildInitData(505, {}, `5:${'A'.repeat(35)}`), 'Forged'],
    ['a changed user', buildInitData(505).replace('505', '506'), 'Forged'],
    ['25 hours old with the first hit', buildInitData(505, {}, token, Date.now() - 25 * hourMs), 'Expired'],
    ['an hour ahead', buildInitData(505, {}, token, Date.now() + hourMs), 'FromTheFuture'],
  ])('is stored of nobody: %s', async (_, initData, problem) => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app);
    expect(await world.send(page.body([{}, { n: 'buy', val: 5 }], { i: initData }))).toMatchObject({ status: 202 });
    expect(await world.rows(app)).toMatchObject([
      { user_id: 0, is_start: false, source: '', hit: { proof: 'none', launch: page.launchName } },
      { user_id: 0, hit: { value: 5 } },
    ]);
    expect(dataOf<MiniAppNumbers>(await world.owner.get(appPath(app, 'numbers')))).toMatchObject({
      ...{ hits: 2, proven_hits: 0, launches: 1, proven_launches: 0, users: 0 },
      values: [{ unit: '', proven: 0, unproven: 5 }],
    });
    const [hit] = dataOf<RecentHit[]>(await world.owner.get(appPath(app, 'recent-hits')));
    expect(hit).toMatchObject({ proof: 'none', problem, user_id: null, dropped: null });
  });

  it('visitors of one moment are different ones', async () => {
    const app = await world.addApp(world.withToken);
    const sameEvent = { t: Date.now() - 1_000 };
    await Promise.all([1, 2, 3].map(() => world.send(openPage(app).body([sameEvent]))));
    expect(await world.rows(app)).toHaveLength(3);
  });

  it('does not speak for the opening of another app', async () => {
    const [app, other] = [await world.addApp(world.withToken), await world.addApp(world.withToken)];
    const page = openPage(app, buildInitData(507));
    await world.send(page.body([{}], page.withInitData));
    await world.send({ ...page.body([{}]), k: other.key });
    expect(await world.rows(other)).toMatchObject([{ user_id: 0 }]);
  });
});

describe('hits that are dropped with a reason', () => {
  it('unknown keys, paused apps and bots', async () => {
    const app = await world.addApp(world.withToken);
    const send = () => world.send(openPage(app).body([{}]));
    expect(await world.send(openPage({ key: hex(16) }).body([{}]))).toMatchObject({ status: 202, dropped: 'key' });
    await world.owner.post(appPath(app, 'status'), { status: 'paused' });
    expect(await send()).toMatchObject({ status: 202, dropped: 'paused' });
    await world.owner.post(appPath(app, 'status'), { status: 'enabled' });
    await world.owner.post(`/api/bots/${app.bot_key}/pause`, { paused: true });
    expect(await send()).toMatchObject({ status: 202, dropped: 'paused' });
    await world.owner.post(`/api/bots/${app.bot_key}/pause`, { paused: false });
    expect(await send()).toMatchObject({ status: 202, dropped: null });
    expect(await world.rows(app)).toHaveLength(1);
    const recent = dataOf<RecentHit[]>(await world.owner.get(appPath(app, 'recent-hits')));
    expect(recent.map(({ dropped }) => dropped)).toEqual([null, 'paused', 'paused']);
  });

  it('other origins; a page without one is taken if its user is proven', async () => {
    const app = await world.addApp(world.withToken, { origins: ['https://app.example.com'] });
    const page = openPage(app, buildInitData(509));
    const send = (fields: object, origin?: string) =>
      world.send(page.body([{}], fields), origin === undefined ? {} : { origin });
    expect(await send({}, 'https://evil.example')).toMatchObject({ status: 202, dropped: 'origin' });
    expect(await send(page.withInitData, 'https://evil.example')).toMatchObject({ dropped: 'origin' });
    expect(await send({})).toMatchObject({ dropped: 'origin' });
    expect(await send({}, 'https://app.example.com')).toMatchObject({ dropped: null });
    expect(await send(page.withInitData, 'null')).toMatchObject({ dropped: null });
    expect(await world.rows(app)).toHaveLength(2);
  });

  it('malformed events: their neighbours are stored, and the app’s log says what was wrong', async () => {
    const app = await world.addApp(world.withToken);
    const body = openPage(app).body([{}, { n: '' }, { id: 'x' }, { n: '' }]);
    expect(await world.send(body)).toMatchObject({ status: 202, dropped: 'malformed' });
    expect(await world.rows(app)).toHaveLength(1);
    const errors = dataOf<PageError[]>(await world.owner.get(appPath(app, 'errors')));
    expect(errors.map(({ problem, count }) => [problem, count]).sort()).toEqual([
      ['WrongId', 1],
      ['WrongName', 2],
    ]);
    expect(errors.find(({ problem }) => problem === 'WrongId')?.text).toContain('"id":"x"');
  });

  it('malformed events belong to the proven user, so that erasing another one leaves them', async () => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app, buildInitData(511));
    await world.send(page.body([{}, { id: 'hers' }], page.withInitData));
    await world.send(openPage(app).body([{ n: '' }]));
    const texts = async () =>
      Object.fromEntries(
        dataOf<PageError[]>(await world.owner.get(appPath(app, 'errors'))).map((one) => [one.problem, one.text]),
      );
    // Kinds of problems are written once a second.
    await expect.poll(async () => Object.keys(await texts()).length).toBe(2);
    const before = await texts();
    const erase = (id: number) =>
      Promise.all(
        world.server.services.userData
          .filter(({ name }) => name === 'page_errors')
          .map((one) => one.erase(app.bot_key, [id])),
      );
    expect(before).toEqual({
      WrongId: expect.stringContaining('"hers"'),
      WrongName: expect.stringContaining('"n":""'),
    });
    // Examples of nobody, also those of the other Mini Apps of the bot.
    await erase(510);
    const redacted = expect.stringContaining('"n":"…"');
    expect(await texts()).toEqual({ ...before, WrongName: redacted });
    await erase(511);
    expect(await texts()).toEqual({ WrongName: redacted });
  });

  it('a user with too many hits gets 429: nothing is stored, and the page may send them again', async () => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app, buildInitData(510));
    const batch = () =>
      page.body(
        Array.from({ length: 50 }, () => ({ n: 'tap' })),
        page.withInitData,
      );
    for (let index = 0; index < 4; index += 1) expect((await world.send(batch())).status).toBe(202);
    const answer = await world.send(batch());
    expect(answer).toMatchObject({ status: 429, dropped: 'rate' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await world.rows(app)).toHaveLength(200);
    // Invented names of the same launch are not stored either.
    for (let index = 0; index < 5; index += 1)
      expect((await world.send({ ...batch(), l: hex(16) })).status, 'another name').toBe(429);
    const { db } = world.server.services.metadata;
    const names = await db.selectFrom('mini_app_launches').select('name').where('user_id', '=', 510).execute();
    expect(names).toHaveLength(2);
  });

  it('invented names of strangers take nothing from proven users', async () => {
    const app = await world.addApp(world.withToken, { origins: ['https://shop.example'] });
    const stranger = openPage(app);
    for (let index = 0; index < 21; index += 1) {
      const events = Array.from({ length: 50 }, (_, event) => ({ n: `invented ${index} ${event}` }));
      await world.send(stranger.body(events), { origin: 'https://shop.example' });
    }
    const user = openPage(app, buildInitData(512));
    await world.send(user.body([{ n: 'purchase' }], user.withInitData));
    const names = (await world.rows(app)).map(({ name }) => name);
    expect(names.filter((name) => name === '(other)').length).toBe(50);
    expect(names).toContain('purchase');
  });

  it('users whose data were erased', async () => {
    const app = await world.addApp(world.withToken);
    const page = openPage(app, buildInitData(511));
    await world.send(page.body([{}], page.withInitData));
    const erased = await world.owner.post(`/api/bots/${app.bot_key}/erasures`, { user_ids: [511], mode: 'erase' });
    expect(errorOf(erased)).toBe('200');
    expect(await world.send(page.body([{}], page.withInitData))).toMatchObject({ status: 202, dropped: 'erased' });
  });

  it('a body that is no request of a script is rejected', async () => {
    const app = await world.addApp(world.withToken);
    expect(await world.send('{')).toMatchObject({ status: 400, dropped: null });
    expect(await world.send({ k: app.key, l: hex(16), e: [] })).toMatchObject({ status: 400 });
    expect(await world.send('x'.repeat(65_537))).toMatchObject({ status: 413 });
  });
});

describe('pages of other sites', () => {
  it('may report and read the answer, without credentials', async () => {
    const app = await world.addApp(world.withToken);
    const { headers } = await world.send(openPage(app).body([{}]), { origin: 'https://app.example.com' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain('x-botscope-dropped');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('timing-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('ask once a day', async () => {
    for (const path of ['/hit', '/hit/any/name']) {
      const answer = await fetch(`${world.server.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-max-age')).toBe('86400');
      expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
    }
  });

  it('report under any name, whatever they call their JSON', async () => {
    const app = await world.addApp(world.withToken);
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'nonsense']) {
      const answer = await fetch(`${world.server.url}/hit/${hex(2)}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(openPage(app).body([{}])),
      });
      expect([type, answer.status]).toEqual([type, 202]);
    }
    expect(await world.rows(app)).toHaveLength(4);
  });
});
