import { createHmac } from 'node:crypto';
import type { Delivery, Integration } from '@botscope/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type IntegrationWorld, signingSecret, startIntegrations } from './test-integrations.ts';

let world: IntegrationWorld;
beforeAll(async () => {
  world = await startIntegrations();
}, 120_000);
afterAll(() => world.close());
afterEach(async () => {
  const { body } = await world.owner.get('/api/integrations');
  for (const integration of body.data as unknown as Integration[])
    await world.owner.post(world.path(integration, '/remove'), { name: integration.name });
  world.receiver.requests.length = 0;
  world.receiver.faults.length = 0;
});

/** Figures of an integration, once they are these; every event that matched is in exactly one state. */
async function expectFigures(integration: Integration, figures: Partial<Integration['figures']>): Promise<void> {
  await eventually(async () => {
    const { matched, ...states } = (await world.read(integration)).figures;
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(matched);
    expect({ matched, ...states }).toEqual({ matched: 0, waiting: 0, delivered: 0, failed: 0, unknown: 0, ...figures });
  });
}
const deliveries = async (integration: Integration): Promise<Delivery[]> => {
  const { body } = await world.owner.get(world.path(integration, '/deliveries'));
  return (body.data as unknown as { items: Delivery[] }).items;
};
const bodies = () => world.receiver.requests.map(({ body }) => JSON.parse(body.toString()));
const errorOf = async (answer: Promise<{ body: { errors?: { code: string; field?: string }[] } }>) => {
  const [error] = (await answer).body.errors ?? [];
  return `${error?.code} ${error?.field ?? ''}`.trim();
};

describe('events', () => {
  it('are sent once, from the beginning of the integration on', async () => {
    world.journey.user('Early').sends('/start');
    await world.push();
    const integration = await world.create();
    const anna = world.journey.user('Anna');
    anna.sends('/start source-google');
    anna.sends('/help');
    await world.push();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    expect(bodies()).toMatchObject([
      {
        type: 'user.started',
        data: { bot: { key: world.key, name: 'coffee_bot' }, user: { id: anna.user.id, first_name: 'Anna' } },
      },
    ]);
    expect(await deliveries(integration)).toMatchObject([
      { type: 'user.started', user_id: anna.user.id, state: 'delivered', attempts: 1, code: null, due_at: null },
    ]);
  });

  it('are chosen by type, name and rules', async () => {
    const selection = { types: ['command.sent', 'message.received'], names: ['/buy'] } as never;
    const integration = await world.create({ selection });
    const boris = world.journey.user('Boris');
    for (const text of ['/start', '/buy', '/help', 'Where is my order?']) boris.sends(text);
    await world.push();
    await expectFigures(integration, { matched: 2, delivered: 2 });
    expect(
      bodies()
        .map(({ type, data }) => [type, data.command ?? data.text])
        .sort(),
    ).toEqual([
      ['command.sent', '/buy'],
      ['message.received', 'Where is my order?'],
    ]);
  });

  it('carry neither names nor words of users unless the owner wants it', async () => {
    const privacy = { user_ids: 'hashed', names: false, texts: false } as const;
    const integration = await world.create({ privacy, selection: { types: ['message.received'] } as never });
    const vera = world.journey.user('Verasecret', { username: 'verasecret' });
    vera.sends('My phone is 5550199');
    await world.push();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    const text = world.receiver.requests[0]!.body.toString();
    expect(text).not.toMatch(new RegExp(`Verasecret|verasecret|5550199|${vera.user.id}`));
    expect(bodies()[0].data).toMatchObject({ user: { id: expect.stringMatching(/^[0-9a-f]{32}$/) }, text: '' });
  });
});

describe('what features publish', () => {
  it('campaigns that start and end, chats that are taken over, problems of the bot', async () => {
    const types = ['campaign.started', 'campaign.stopped', 'chat.taken_over', 'chat.released', 'bot.problem'];
    const integration = await world.create({ selection: { types } as never });
    const { db } = world.server.services.metadata;
    const campaign = {
      name: 'Sale',
      audience: '{}',
      message: '{}',
      sending: '{}',
      created_at: new Date(),
      updated_at: new Date(),
    };
    const { campaign_id: id } = await db
      .insertInto('campaigns')
      .values({ ...campaign, bot_key: world.key, total: 3, delivered: 2, cancelled: 1 })
      .returning('campaign_id')
      .executeTakeFirstOrThrow();
    const setStatus = (status: 'In_progress' | 'Cancel') =>
      db.updateTable('campaigns').set({ status }).where('campaign_id', '=', id).execute();
    await setStatus('In_progress');
    await setStatus('Cancel');
    const takeover = {
      bot_key: world.key,
      user_id: 77,
      mode: 'drop',
      since: new Date(),
      expires_at: new Date(),
      withheld: 0,
    };
    await db.insertInto('takeovers').values(takeover).execute();
    await db.deleteFrom('takeovers').where('user_id', '=', 77).execute();
    await expectFigures(integration, { matched: 4, delivered: 4 });
    expect(
      bodies()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(types.slice(0, 4).sort());
    expect(bodies().find(({ type }) => type === 'campaign.stopped').data).toMatchObject({
      ...{ campaign_id: id, name: 'Sale', sent: 2, failed: 0, skipped: 1, user: null },
    });
  });

  it('users who were erased, whose ID is kept no longer than it takes to say so', async () => {
    const integration = await world.create({ selection: { types: ['user.started', 'user.erased'] } as never });
    const anna = world.journey.user('Erased');
    anna.sends('/start');
    await world.push();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    const { status } = await world.owner.post(`/api/bots/${world.key}/erasures`, {
      user_ids: [anna.user.id],
      mode: 'anonymise',
    });
    expect(status).toBe(200);
    await eventually(() =>
      expect(bodies().at(-1)).toMatchObject({ type: 'user.erased', data: { user: { id: anna.user.id } } }),
    );
    await expectFigures(integration, { matched: 2, delivered: 2 });
    const { db } = world.server.services.metadata;
    const rows = await db.selectFrom('integration_deliveries').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(String(anna.user.id));
  });
});

describe('a receiver that fails', () => {
  it('gets events again with their IDs after 500, 429 and a lost answer', async () => {
    const integration = await world.create();
    world.receiver.faults.push({ kind: 'answer', answer: { status: 500, body: 'down' } });
    world.journey.user('Anna').sends('/start');
    await world.push();
    await eventually(async () =>
      expect(await world.read(integration)).toMatchObject({
        problem: { code: 'unavailable' },
        figures: { waiting: 1 },
      }),
    );
    world.receiver.faults.push({ kind: 'lost' });
    await world.passPause();
    await eventually(async () => expect((await world.read(integration)).problem?.code).toBe('reset'));
    await world.passPause();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    const ids = world.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
    const [{ delivery_id } = { delivery_id: '' }] = await deliveries(integration);
    const { body } = await world.owner.get(world.path(integration, `/deliveries/${delivery_id}`));
    expect(body.data).toMatchObject({
      delivery: { state: 'delivered', attempts: 3 },
      attempts: [
        { status: 500, code: 'unavailable', answer: 'down' },
        { status: null, code: 'reset' },
        { status: 200, code: null },
      ],
    });
    expect((await world.read(integration)).problem).toBeNull();
  });

  it('that is gone stops the integration; events wait, and are sent when the owner resumes it', async () => {
    const integration = await world.create();
    world.receiver.faults.push({ kind: 'answer', answer: { status: 410 } });
    const anna = world.journey.user('Anna');
    anna.sends('/start');
    await world.push();
    await eventually(async () =>
      expect(await world.read(integration)).toMatchObject({ status: 'stopped', problem: { code: 'gone' } }),
    );
    anna.sends('/start again');
    await world.push();
    await expectFigures(integration, { matched: 2, waiting: 2 });
    expect(world.receiver.requests).toHaveLength(1);
    await world.owner.post(world.path(integration, '/status'), { status: 'on' });
    await expectFigures(integration, { matched: 2, delivered: 2 });
  });

  it('that refuses one event of a batch gets the others', async () => {
    const integration = await world.create({ settings: { url: `${world.receiver.url}/hook`, batch: 10 } });
    await world.owner.post(world.path(integration, '/status'), { status: 'paused' });
    const anna = world.journey.user('Anna');
    for (const payload of ['one', 'two', 'bad', 'four']) anna.sends(`/start ${payload}`);
    await world.push();
    await expectFigures(integration, { matched: 4, waiting: 4 });
    const refuse = { kind: 'answer', answer: { status: 400, body: 'bad event' } } as const;
    // The batch, its second half, and the half of that: "bad" alone.
    world.receiver.faults.push(refuse, null, refuse, refuse);
    await world.owner.post(world.path(integration, '/status'), { status: 'on' });
    await expectFigures(integration, { matched: 4, delivered: 3, failed: 1 });
    const failed = (await deliveries(integration)).filter(({ state }) => state === 'failed');
    expect(failed).toMatchObject([{ code: 'rejected', detail: '400 bad event' }]);
    const { body } = await world.owner.post(world.path(integration, '/retry'), { state: 'failed' });
    expect(body.data).toEqual({ count: 1 });
    await expectFigures(integration, { matched: 4, delivered: 4 });
  });
});

describe('the past', () => {
  it('is sent on demand, beside what is new, and again by a replay', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    world.journey.user('Old').sends('/start from-before');
    await world.push();
    const integration = await world.create({ selection: { types: ['command.sent', 'user.started'] } as never });
    const count = await world.owner.post(world.path(integration, '/backfill'), { from, dry_run: true });
    const { count: past } = count.body.data as unknown as { count: number };
    expect(past).toBeGreaterThan(5);
    await expectFigures(integration, {});
    await world.owner.post(world.path(integration, '/backfill'), { from, dry_run: false });
    await expectFigures(integration, { matched: past, delivered: past });
    const until = new Date(Date.now() + 60_000).toISOString();
    const replay = await world.owner.post(world.path(integration, '/replay'), { from, until, dry_run: false });
    expect(replay.body.data).toEqual({ count: past });
    await eventually(() => expect(world.receiver.requests).toHaveLength(2 * past));
    expect(new Set(world.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(past);
  });
});

describe('secrets', () => {
  it('are shown to nobody, and entered again when the address changes', async () => {
    const integration = await world.create();
    const answers = [
      await world.owner.get('/api/integrations'),
      await world.owner.get(world.path(integration)),
      await world.owner.post(`/api/bots/${world.key}/integrations/preview`, { draft: world.draft() }),
      await world.owner.post(`/api/bots/${world.key}/integrations/test`, { draft: world.draft() }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(signingSecret.slice(6, -4));
    }
    expect(integration.secrets).toEqual({ secret: signingSecret.slice(-4) });
    const elsewhere = world.draft({ settings: { url: 'https://elsewhere.example/hook' }, secrets: {} });
    expect(await errorOf(world.owner.post(world.path(integration), elsewhere))).toBe('RequiredFields secrets.secret');
    const renamed = await world.owner.post(world.path(integration), world.draft({ name: 'Renamed', secrets: {} }));
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', secrets: { secret: signingSecret.slice(-4) } });
  });

  it('are two during a rotation: each request has a signature by both', async () => {
    const newSecret = `whsec_${Buffer.alloc(32, 'new').toString('base64')}`;
    const integration = await world.create({ secrets: { secret: `${newSecret} ${signingSecret}` } });
    world.journey.user('Anna').sends('/start');
    await world.push();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    const { headers, body } = world.receiver.requests[0]!;
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signatures = [newSecret, signingSecret].map((secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    });
    expect(headers['webhook-signature']).toBe(signatures.join(' '));
  });

  it.each([
    [{ settings: { url: 'ftp://example.com' } }, 'InvalidField settings.url'],
    [{ settings: {} }, 'RequiredFields settings.url'],
    [{ settings: { url: 'https://example.com', colour: 'red' } }, 'InvalidField settings.colour'],
    [{ secrets: { secret: 'short' } }, 'InvalidField secrets.secret'],
    [{ secrets: { headers: 'Host: example.com' } }, 'InvalidField secrets.headers'],
    [{ selection: { types: ['user.started'], rules: '{"broken"' } as never }, 'InvalidField selection.rules'],
  ])('a draft with %j is refused: %s', async (part, error) => {
    expect(await errorOf(world.owner.post(`/api/bots/${world.key}/integrations`, world.draft(part as never)))).toBe(
      error,
    );
  });
});

describe('the API for tools that subscribe by themselves', () => {
  const call = async (method: string, path: string, body?: unknown, key = world.apiKey) => {
    const init = { method, headers: { 'api-key': key }, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${world.server.url}/v1/webhooks${path}`, init);
    return { status: response.status, ...((await response.json()) as { result?: never; description?: string }) };
  };

  it('subscribes, shows samples, and unsubscribes', async () => {
    const url = `${world.receiver.url}/zap`;
    const made = await call('POST', '', { url, types: ['user.started'] });
    expect(made).toMatchObject({
      status: 200,
      result: { secret: expect.stringMatching(/^whsec_/), types: ['user.started'] },
    });
    const { id } = made.result as unknown as { id: string };
    world.journey.at(new Date(Date.now() + 1).toISOString());
    world.journey.user('Anna').sends('/start');
    await world.push();
    await eventually(() =>
      expect(bodies()).toMatchObject([{ type: 'user.started', data: { user: { first_name: 'Anna' } } }]),
    );
    const sample = await call('GET', '/samples/user.started');
    expect(Object.keys((sample.result as unknown as object[])[0]!)).toEqual(Object.keys(bodies()[0]));
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, ok: true, result: true });
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 });
  });

  it('says what is wrong', async () => {
    expect(await call('POST', '', { url: 'example.com', types: ['user.left'] })).toMatchObject({
      ...{ status: 400, description: 'Bad Request: url must be an address that begins with https://' },
    });
    expect(await call('POST', '', { url: 'https://example.com', types: ['nothing'] })).toMatchObject({ status: 400 });
    expect(await call('GET', '/samples/nothing')).toMatchObject({ status: 404 });
    expect(await call('POST', '', {}, 'wrong')).toMatchObject({ status: 401 });
    const integration = await world.create();
    expect(await call('DELETE', `/${integration.integration_key}`)).toMatchObject({ status: 404 });
  });
});

describe('a request bin', () => {
  it('keeps what a webhook would get', async () => {
    const integration = await world.create({ provider: 'request_bin', settings: {}, secrets: {} });
    world.journey.user('Anna').sends('/start');
    await world.push();
    await expectFigures(integration, { matched: 1, delivered: 1 });
    const { body } = await world.owner.get(world.path(integration, '/requests'));
    const [kept] = body.data as unknown as { request: { headers: Record<string, string>; body: string } }[];
    expect(kept?.request.headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(kept?.request.body ?? '')).toMatchObject({ type: 'user.started' });
  });
});
