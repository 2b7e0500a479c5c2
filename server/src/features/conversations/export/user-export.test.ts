import type { Bot, Member, Segment, UserHead, UserNote, UserTotals } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestVisitor } from '../../../roles/test-server.ts';
import { insertCampaign } from '../../campaign-engine/test-campaigns.ts';
import { dataOf, startHook, startWorld, type World } from '../../connections/test-world.ts';

let world: World;
let hook: Awaited<ReturnType<typeof startHook>>;
let simulated: SimulatedBot;
let anna: ReturnType<World['telegram']['user']>;
let key: string;

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  hook = await startHook();
  simulated = world.telegram.addBot({ username: 'export_bot' });
  anna = world.telegram.user({ first_name: 'Anna', bot: simulated });
  const bot = { bot_name: 'export_bot', token: simulated.token, connection_type: 'auto' };
  const connection = { delivery_method: 'webhook', webhook: hook.url };
  key = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', { ...bot, ...connection })).bot.key;
  anna.sends('/start ads');
  anna.sendsPhoto('look');
  anna.sendsDocument();
  await vi.waitUntil(() => hook.requests.length >= 3, { timeout: 20_000 });
  // Recording goes on beside forwarding.
  await waitForEvents(3);
  const message = { idempotency_key: '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab', text: 'Hello from us', silent: false };
  await world.owner.post(buildPath('/messages'), message);
  await waitForEvents(4);
});
afterAll(async () => {
  hook.close();
  await world.close();
});

/** Resolves when the log has `count` events. */
const waitForEvents = (count: number): Promise<void> =>
  vi.waitFor(
    async () =>
      expect(dataOf<{ events: unknown[] }>(await world.owner.get(buildPath('/log'))).events).toHaveLength(count),
    { timeout: 20_000 },
  );
const buildPath = (rest: string) => `/api/bots/${key}/users/${anna.user.id}${rest}`;
const fetchExport = (visitor: TestVisitor = world.owner, signal?: AbortSignal) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${world.server.url}${buildPath('/export.zip')}`, { headers: { cookie }, ...(signal && { signal }) });
};
const unzipFiles = async (answer: Response): Promise<Record<string, Uint8Array>> =>
  unzipSync(new Uint8Array(await answer.arrayBuffer()));
const parseLines = (file: Uint8Array | undefined): Record<string, unknown>[] =>
  strFromU8(file ?? new Uint8Array())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const parseJson = <T>(file: Uint8Array | undefined): T => JSON.parse(strFromU8(file ?? new Uint8Array())) as T;

describe('everything about one user', () => {
  it('is in one archive', async () => {
    const { owner } = world;
    const note = dataOf<UserNote>(await owner.post(buildPath('/notes'), { text: 'Prefers mornings' }));
    const { members } = dataOf<{ members: Member[] }>(await owner.get(`/api/bots/${key}/permissions`));
    await owner.post(buildPath('/responsible'), { account_key: members[0]?.account_key });
    await owner.post(buildPath('/mailing-exclusion'), { is_excluded: true });
    await owner.post(`/api/bots/${key}/custom-fields`, { key: 'city', name: 'City', type: 'text', settings: {} });
    await owner.post(buildPath('/fields'), { values: { city: 'Riga' } });
    const list = { name: 'Regulars', kind: 'list', members: { user_ids: [anna.user.id] } };
    const { segment_id } = dataOf<Segment>(await owner.post(`/api/bots/${key}/segments`, list));
    await owner.post(buildPath('/unsubscribe'), { reason: 'complained', note: 'Too many' });
    const ticket = { bot_key: key, ticket: 'AAAAAAAAAAA', made_at: '2026-03-01T10:00:00Z' };
    const visit = { params: { utm_source: 'google' }, referrer: '', host: 'example.com', entry: '/prices' };
    const click = { url: 'https://example.com/buy', visitorIds: { ga: '11.22' } };
    const claimColumns = { claimed_by: anna.user.id, claimed_at: '2026-03-01T10:01:00Z' };
    await world.server.services.metadata.db
      .insertInto('site_tickets')
      .values({ ...ticket, ...claimColumns, visit: JSON.stringify({ ...visit, ...click }) })
      .execute();
    await owner.post(buildPath('/takeover'), {});
    const { db } = world.server.services.metadata;
    const campaign_id = await insertCampaign(db, key, { status: 'Draft' });
    await db.insertInto('campaign_recipients').values({ campaign_id, user_id: anna.user.id }).execute();
    const head = dataOf<UserHead>(await owner.get(buildPath('')));
    const totals = dataOf<UserTotals>(await owner.get(buildPath('/totals')));

    const answer = await fetchExport();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      `attachment; filename="export_bot-${anna.user.id}.zip"`,
    ]);
    const files = await unzipFiles(answer);

    const media = parseJson<{ file_unique_id: string; path: string; size: number }[]>(files['media.json']);
    expect(Object.keys(files)).toEqual([
      ...['README.txt', 'user.json', 'messages.ndjson', 'events.ndjson'],
      ...media.map(({ path }) => path),
      'media.json',
    ]);
    const events = parseLines(files['events.ndjson']);
    expect(events.map(({ kind, way, text }) => [kind, way, text])).toEqual([
      ['message', 'in', '/start ads'],
      ['message', 'in', ''],
      ['message', 'in', ''],
      ['call', 'out', ''],
      ['field_change', 'in', ''],
    ]);
    expect(events.slice(0, 4).map(({ payload }) => payload)).toMatchObject([
      { message: { text: '/start ads', from: { id: anna.user.id } } },
      { message: { caption: 'look' } },
      { message: { document: {} } },
      { params: { text: 'Hello from us' } },
    ]);
    expect(media).toEqual([
      {
        file_unique_id: expect.any(String),
        name: '',
        mime: 'image/jpeg',
        size: files[media[0]?.path ?? '']?.length,
        path: expect.stringMatching(/^media\/[\w-]+\.jpg$/),
        missing_because: null,
        event: events[1]?.id,
      },
      {
        file_unique_id: expect.any(String),
        name: expect.any(String),
        mime: expect.any(String),
        size: files[media[1]?.path ?? '']?.length,
        path: expect.stringMatching(/^media\/[\w-]+/),
        missing_because: null,
        event: events[2]?.id,
      },
    ]);
    expect(parseLines(files['messages.ndjson'])).toMatchObject([
      { status: 'delivered', content: { text: 'Hello from us' }, author: expect.any(String) },
    ]);
    const { exported_at, ...user } = parseJson<Record<string, unknown>>(files['user.json']);
    const me = members[0]?.name || members[0]?.email;
    const unsubscription = {
      is_unsubscribed: true,
      at: expect.any(String),
      source: 'colleague',
      campaign: null,
      reason: 'complained',
      note: 'Too many',
      by: me,
    };
    expect(exported_at).toEqual(expect.any(String));
    expect(user).toEqual({
      bot: { key, name: 'export_bot' },
      profile: { ...head, ...totals },
      segments: [{ segment_id, name: 'Regulars', kind: 'list' }],
      takeover: { by: me, since: expect.any(String), expires_at: expect.any(String) },
      mailing_exclusion: { at: expect.any(String), by: me },
      unsubscription,
      subscription_history: [unsubscription],
      site_visits: [
        {
          at: '2026-03-01T10:00:00.000Z',
          started_at: '2026-03-01T10:01:00.000Z',
          host: 'example.com',
          entry: '/prices',
          referrer: '',
          parameters: { utm_source: 'google' },
          url: 'https://example.com/buy',
          visitor_ids: { ga: '11.22' },
        },
      ],
      custom_fields: [{ key: 'city', name: 'City', type: 'text', value: 'Riga' }],
      custom_field_history: [{ key: 'city', value: 'Riga', at: expect.any(String), by: 'account', actor: me }],
      notes: [{ text: 'Prefers mornings', author: me, created_at: note.created_at, updated_at: note.updated_at }],
      responsible: me,
      campaigns: [{ campaign_id, name: 'News', status: 'ForSend', reason: null, finished_at: null }],
    });
  });

  it('leaves out what the account may not see, and says so', async () => {
    const { server, stranger } = world;
    const account = (await server.services.metadata.db.selectFrom('accounts').select(['id', 'email']).execute()).find(
      ({ email }) => email?.startsWith('stranger'),
    );
    const give = (keys: string[]) =>
      server.services.metadata.db
        .insertInto('grants')
        .values({
          bot_key: key,
          account_key: account?.id ?? '',
          role: null,
          keys: JSON.stringify(keys) as never,
          reports: '[]' as never,
        })
        .onConflict((conflict) =>
          conflict.columns(['bot_key', 'account_key']).doUpdateSet({ keys: JSON.stringify(keys) as never }),
        )
        .execute();
    await give(['section.users.export', 'section.users.list']);
    const limitedFiles = await unzipFiles(await fetchExport(stranger));
    expect(Object.keys(limitedFiles)).toEqual(['README.txt', 'user.json']);
    for (const part of ['notes', 'campaigns'])
      expect(parseJson<object>(limitedFiles['user.json'])).not.toHaveProperty(part);
    expect(strFromU8(limitedFiles['README.txt'] ?? new Uint8Array())).toContain(
      '- messages, events, notes and files (“View chats”)\n- custom fields (“See custom fields”)\n- campaigns received (“See who gets a campaign”)\n',
    );
    await give(['section.users.export', 'section.users.list', 'section.users.chat.view']);
    const noFiles = await unzipFiles(await fetchExport(stranger));
    expect(Object.keys(noFiles)).toEqual(['README.txt', 'user.json', 'messages.ndjson', 'events.ndjson']);
    for (const keys of [['section.users.chat.view', 'section.users.list'], ['section.users.export']]) {
      await give(keys);
      expect((await fetchExport(stranger)).status).toBe(403);
    }
  });

  it('is an entry of the audit log', async () => {
    const { entries } = dataOf<{ entries: { action: string; detail: Record<string, unknown> }[] }>(
      await world.owner.get(`/api/bots/${key}/audit?action=exported`),
    );
    expect(entries.at(-1)?.detail).toEqual({ what: 'user', user_id: anna.user.id });
  });

  it('does not exist for a user whom the bot has not met', async () => {
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world.server.url}/api/bots/${key}/users/42/export.zip`, { headers: { cookie } });
    expect([answer.status, ((await answer.json()) as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
      404,
      'NotFound',
    ]);
  });
});
