import type { Delivery, Integration, IntegrationDraft } from '@botscope/contract';
import { type S3Server, startS3 } from '@botscope/testkit/partners/s3.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type IntegrationWorld, startIntegrations } from '../test-integrations.ts';
import { readParquet } from './test-files.ts';

const account = { accessKeyId: 'minioadmin', secretAccessKey: 'minio-secret-key', region: 'us-east-1' };
const dayMs = 86_400_000;
const hourMs = 3_600_000;
let world: IntegrationWorld;
let storage: S3Server;
/** Yesterday at noon, and today's midnight, in UTC: the past when the integration is made. */
const today = Math.floor(Date.now() / dayMs) * dayMs;
const noon = today - dayMs / 2;
beforeAll(async () => {
  world = await startIntegrations();
  storage = await startS3({ ...account, buckets: ['events'] });
  world.journey.at(new Date(noon).toISOString());
  const anna = world.journey.user('Anna', { username: 'anna' });
  anna.sends('/start google');
  anna.sends('Hello');
  world.journey.at(new Date(noon + hourMs).toISOString());
  world.journey.user('Boris').sends('/help');
  await world.push();
}, 120_000);
afterAll(async () => {
  await world.close();
  await storage.stop();
});

const draft = (part: Partial<IntegrationDraft> = {}): Partial<IntegrationDraft> => ({
  ...{ provider: 's3', name: 'Warehouse' },
  settings: { endpoint: storage.url, bucket: 'events', prefix: 'lake', ...part.settings },
  secrets: { access_key_id: account.accessKeyId, secret_access_key: account.secretAccessKey, ...part.secrets },
  selection: { types: ['events.file'], ...part.selection } as never,
});
const post = (path: string, body: object) => world.owner.post(`/api/bots/${world.key}/integrations${path}`, body);
const dayKey = (format = 'parquet') =>
  `events/lake/bot=${world.key}/dt=${new Date(noon).toISOString().slice(0, 10)}/day.${format}`;
const expectFigures = (integration: Integration, figures: Partial<Integration['figures']>) =>
  eventually(async () => {
    const none = { matched: 0, waiting: 0, delivered: 0, failed: 0, unknown: 0 };
    expect((await world.read(integration)).figures).toEqual({ ...none, ...figures });
  });
const from = () => new Date(noon).toISOString();

describe('files in a storage', () => {
  it('have what happened, as a reader of Parquet that is not ours sees it', async () => {
    const integration = await world.create(draft());
    const counted = await world.owner.post(world.path(integration, '/backfill'), { from: from(), dry_run: true });
    expect(counted.body.data).toEqual({ count: 3, at_most: false });
    await world.owner.post(world.path(integration, '/backfill'), { from: from(), dry_run: false });
    await expectFigures(integration, { matched: 3, delivered: 3 });
    expect([...storage.objects.keys()]).toEqual([dayKey()]);
    const rows = await readParquet(storage.objects.get(dayKey())?.body ?? Buffer.alloc(0));
    const happened = world.journey.updates.map(({ date, update }) => {
      const {
        from: user,
        text,
        date: seconds,
      } = (update as { message: { from: { id: number; first_name: string }; text: string; date: number } }).message;
      expect(Math.floor(Date.parse(date) / 1_000)).toBe(seconds);
      return { user_id: user.id, first_name: user.first_name, text, kind: 'message', amount: null };
    });
    expect(rows).toMatchObject(happened);
    expect(rows.map(({ time }) => String(time).slice(0, 13))).toEqual(
      [noon, noon, noon + hourMs].map((time) => new Date(time).toISOString().slice(0, 13)),
    );
    expect(rows[0]).toMatchObject({ type: 'command', name: '/start', source: 'google' });
  });

  it('are one delivery each, which can be repeated', async () => {
    const [integration] = (await world.owner.get('/api/integrations')).body.data as unknown as Integration[];
    if (integration === undefined) throw new Error('no integration');
    const list = await world.owner.get(world.path(integration, '/deliveries'));
    const { items } = list.body.data as unknown as { items: Delivery[] };
    expect(items).toMatchObject([{ type: 'events.file', user_id: null, events: 3, state: 'delivered', attempts: 1 }]);
    const shown = await world.owner.get(world.path(integration, `/deliveries/${items[0]?.delivery_id}`));
    expect(shown.body.data).toMatchObject({
      request: {
        method: 'PUT',
        url: expect.stringContaining('/day.parquet'),
        body: expect.stringMatching(/^parquet: 3 /),
      },
      attempts: [{ status: 200, code: null }],
    });
    storage.objects.clear();
    await world.owner.post(world.path(integration, '/retry'), { delivery_ids: [items[0]?.delivery_id] });
    await eventually(() => expect([...storage.objects.keys()]).toEqual([dayKey()]));
    await world.owner.post(world.path(integration, '/remove'), { name: integration.name });
  });

  it.each(['ndjson', 'csv'])('can be %s', async (format) => {
    const integration = await world.create(draft({ settings: { format } }));
    await world.owner.post(world.path(integration, '/backfill'), { from: from(), dry_run: false });
    await expectFigures(integration, { matched: 3, delivered: 3 });
    const text = storage.objects.get(dayKey(format))?.body.toString() ?? '';
    expect(text.trimEnd().split('\n')).toHaveLength(format === 'csv' ? 4 : 3);
    await world.owner.post(world.path(integration, '/remove'), { name: integration.name });
  });

  it('whose bucket is gone stop the integration and arrive when it is resumed', async () => {
    const integration = await world.create(draft());
    const body = '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>';
    storage.faults.push({ kind: 'answer', answer: { status: 404, body } });
    await world.owner.post(world.path(integration, '/backfill'), { from: from(), dry_run: false });
    await eventually(async () =>
      expect(await world.read(integration)).toMatchObject({ status: 'stopped', problem: { code: 'not_found' } }),
    );
    await world.owner.post(world.path(integration, '/status'), { status: 'on' });
    await expectFigures(integration, { matched: 3, delivered: 3 });
    await world.owner.post(world.path(integration, '/remove'), { name: integration.name });
  });
});

describe('a draft', () => {
  it('is tested with an object that is deleted again', async () => {
    storage.objects.clear();
    storage.requests.length = 0;
    const { body } = await post('/test', { draft: world.draft(draft()) });
    expect(body.data).toMatchObject({ ok: true, code: null, detail: '', proves: 'arrival', status: 204 });
    expect(storage.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /events/lake/botscope-test.txt',
      'DELETE /events/lake/botscope-test.txt',
    ]);
    const wrong = draft({ secrets: { secret_access_key: 'wrong-wrong' } });
    const refused = await post('/test', { draft: world.draft(wrong) });
    expect(refused.body.data).toMatchObject({ ok: false, code: 'unauthorized' });
    expect(JSON.stringify(refused.body)).not.toContain('wrong-wrong');
  });

  it('is previewed with what the last week has', async () => {
    const { body } = await post('/preview', { draft: world.draft(draft()) });
    expect(body.data).toMatchObject({
      ...{ matched: 3, users: 2, at_most: false, is_sample: true, code: null },
      request: { method: 'PUT', headers: { authorization: '•••' } },
    });
  });

  it.each([
    [{ targets: [1] }, 'selection.targets'],
    [{ names: ['/buy'] }, 'selection.names'],
    [{ min_amount: 5 }, 'selection.min_amount'],
    [{ types: ['conversion.reached'] }, 'selection'],
  ])('that chooses by %j is refused', async (selection, field) => {
    const { body } = await post('', world.draft(draft({ selection: selection as never })));
    expect(body.errors).toMatchObject([{ code: 'InvalidField', field }]);
  });

  it('of single events has no files', async () => {
    const { body } = await post('', world.draft({ selection: { types: ['events.file'] } as never }));
    expect(body.errors).toMatchObject([{ code: 'InvalidField', field: 'selection' }]);
  });
});
