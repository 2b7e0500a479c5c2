import { startPosthog } from '@botscope/testkit/partners/posthog.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { eventUuid } from './event-uuid.ts';
import { posthog } from './posthog.ts';

const apiKey = 'phc_CanaryCanaryCanaryCanary';
const host = 'https://eu.i.posthog.com';
let fake: Awaited<ReturnType<typeof startPosthog>>;

beforeEach(async () => {
  fake = await startPosthog(apiKey);
});
afterEach(() => fake.stop());

const context = (
  settings: Record<string, unknown> = { host },
  { key = apiKey, names = {} }: { key?: string; names?: Record<string, string> } = {},
) => testContext('posthog', { settings, secrets: { api_key: key }, names, origins: { [host]: fake.url } });

const paid = testItem('payment.succeeded');
const uuid = '5e6b5fdc-ce86-51f6-a1bd-697344ac16cb';

describe('a request', () => {
  it('is exactly this', async () => {
    const { sent, ...deps } = context({ host: `${host}/` }, { names: { 'payment.succeeded': 'Purchase' } });
    const finished = testItem('campaign.finished', { id: 'evt_2' });
    expect(await posthog.deliver([paid, finished], deps)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(sent).toEqual([posthog.preview([paid, finished], deps, testNow)]);
    expect({ ...sent[0], body: JSON.parse(String(sent[0]?.body)) }).toEqual({
      method: 'POST',
      url: 'https://eu.i.posthog.com/batch/',
      headers: { 'content-type': 'application/json', 'user-agent': 'Botscope/1' },
      body: {
        api_key: apiKey,
        batch: [
          {
            event: 'Purchase',
            distinct_id: '7001',
            uuid: eventUuid(paid.event.id),
            timestamp: '2026-11-20T11:00:00.000Z',
            properties: {
              ...{ bot: 'shop_bot', bot_key: '0123456789abc', charge_id: '7412_8305', invoice_payload: 'order 12' },
              ...{ amount: 19.99, currency: 'EUR', $lib: 'botscope', $geoip_disable: true },
              $set: {
                ...{ name: 'Anna', first_name: 'Anna', username: 'anna', language: 'en', is_premium: false },
                ...{ first_seen_at: '2026-11-01T10:00:00.000Z', first_source: 'google', first_param_source: 'google' },
              },
            },
          },
          {
            event: 'campaign.finished',
            distinct_id: 'bot-0123456789abc',
            uuid: eventUuid('evt_2'),
            timestamp: '2026-11-20T11:00:00.000Z',
            properties: {
              ...{ bot: 'shop_bot', bot_key: '0123456789abc', campaign_id: 101, name: 'Spring sale' },
              ...{ sent: 980, failed: 15, skipped: 5, $lib: 'botscope', $geoip_disable: true },
              $process_person_profile: false,
            },
          },
        ],
      },
    });
    expect([...fake.profiles.keys()]).toEqual(['7001']);
  });

  it('goes through the path of a proxy', () => {
    const deps = context({ host: 'https://example.com/ingest/' });
    expect(posthog.preview([paid], deps, testNow)?.url).toBe('https://example.com/ingest/batch/');
  });

  it('names hashed users by their hash, and nothing else of them', async () => {
    const hash = '0123456789abcdef0123456789abcdef';
    const site = { ga: null, ym: null, fbp: null, fbc: null, gclid: null, yclid: null, url: null };
    const user = {
      ...{ id: hash, first_name: null, last_name: null, username: null, language: 'en', is_premium: null },
      ...{ first_seen_at: null, source: '', params: {}, site },
    };
    await posthog.deliver([testItem('user.left', { user })], context());
    expect([...fake.profiles]).toEqual([[hash, { language: 'en' }]]);
  });

  it('is marked where all of it is old', async () => {
    const old = testItem('user.left', { at: '2026-11-01T00:00:00.000Z', id: 'evt_old' });
    await posthog.deliver([old], context());
    await posthog.deliver([old, paid], context());
    expect(fake.historical).toEqual([true, false]);
  });

  it('is nothing without events', () => {
    expect(posthog.preview([], context(), testNow)).toBeNull();
  });
});

describe('an event', () => {
  it('is known again when it is sent again', async () => {
    fake.faults.push({ kind: 'lost' });
    const failure = await posthog.deliver([paid], context()).catch((error: unknown) => error);
    expect(failure).toEqual(new SendFailure('reset', true));
    await posthog.deliver([paid], context());
    expect(fake.requests).toHaveLength(2);
    expect(fake.events.size).toBe(1);
  });

  it('has a UUID of version 5 by its ID', () => {
    expect(eventUuid('evt_1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(eventUuid('evt_1')).not.toBe(eventUuid('evt_2'));
    // A change of the namespace would make PostHog count everything that is sent again.
    expect(eventUuid('evt_1')).toBe(uuid);
  });

  it('that is larger than PostHog takes is rejected alone', async () => {
    const large = testItem('message.received', { data: { type: 'text', text: 'x'.repeat(1_000_000) } });
    const outcomes = await posthog.deliver([large, paid], context());
    expect(outcomes).toEqual([
      { kind: 'rejected', code: 'too_large', detail: 'More than 900000 bytes' },
      { kind: 'delivered' },
    ]);
    expect(fake.events.size).toBe(1);
  });
});

describe('an answer', () => {
  it.each([
    [{ status: 401, body: `API key is not valid: ${apiKey}` }, 'stop', 'unauthorized', '401 API key is not valid: …'],
    [{ status: 404, body: 'Not Found' }, 'stop', 'not_found', '404 Not Found'],
    [{ status: 200, body: '<html>' }, 'stop', 'misconfigured', 'The address does not answer as PostHog'],
    [{ status: 200, body: '{"ok":true}' }, 'stop', 'misconfigured', 'The address does not answer as PostHog'],
    [{ status: 400, body: 'failed to parse request' }, 'split', 'rejected', '400 failed to parse request'],
    [{ status: 413, body: '' }, 'split', 'too_large', '413'],
    [{ status: 429, body: 'billing limit reached' }, 'retry', 'quota', '429 billing limit reached'],
    [{ status: 429, body: 'rate limited' }, 'retry', 'throttled', '429 rate limited'],
    [{ status: 503, body: 'transient error' }, 'retry', 'unavailable', '503 transient error'],
  ])('%o means %s: %s', async (answer, kind, code, detail) => {
    fake.faults.push({ kind: 'answer', answer });
    expect(await posthog.deliver([paid, paid], context())).toEqual([
      expect.objectContaining({ kind, code, detail }),
      expect.objectContaining({ kind, code, detail }),
    ]);
  });

  it('may say within a 200 that the quota is used up', async () => {
    fake.state.isQuotaUsedUp = true;
    expect(await posthog.deliver([paid], context())).toEqual([
      { kind: 'retry', code: 'quota', afterMs: 3_600_000, detail: '200 {"status":1,"quota_limited":["events"]}' },
    ]);
  });

  it('about session recordings does not matter', async () => {
    const answer = { status: 200, body: '{"status":1,"quota_limited":["recordings"]}' };
    fake.faults.push({ kind: 'answer', answer });
    expect(await posthog.deliver([paid], context())).toEqual([{ kind: 'delivered' }]);
  });
});

describe('the test', () => {
  it('succeeds with a key that PostHog knows, and leaves no event', async () => {
    expect(await posthog.test?.(context())).toEqual({ kind: 'delivered' });
    expect(fake.events.size).toBe(0);
  });

  it('says that a key is unknown, without repeating it', async () => {
    const outcome = await posthog.test?.(context({ host }, { key: 'phc_CanaryCanaryCanaryOther' }));
    expect(outcome).toMatchObject({ kind: 'stop', code: 'unauthorized' });
    expect(JSON.stringify(outcome)).not.toContain('Canary');
  });

  it('says that the address is not that of PostHog', async () => {
    fake.faults.push({ kind: 'answer', answer: { status: 200, body: '<html>' } });
    expect(await posthog.test?.(context())).toMatchObject({ kind: 'stop', code: 'misconfigured' });
  });
});

it.each(['http://eu.i.posthog.com', 'https://user@host', 'https://', 'https://host?x=1'])(
  'takes no address like %s',
  (address) => {
    expect(() => context({ host: address })).toThrow();
  },
);
it('takes no personal key', () => {
  expect(() => context({ host }, { key: 'phx_CanaryCanaryCanaryCanary' })).toThrow();
});
