import { startHubspot } from '@botscope/testkit/partners/hubspot.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { hubspot } from './hubspot.ts';

const token = 'pat-eu1-CanaryCanaryCanary';
let fake: Awaited<ReturnType<typeof startHubspot>>;

beforeEach(async () => {
  fake = await startHubspot(token);
});
afterEach(() => fake.stop());

const context = (settings: Record<string, unknown> = {}, key = token) =>
  testContext('hubspot', {
    ...{ settings, secrets: { token: key }, names: { 'payment.succeeded': 'Purchase' } },
    origins: { 'https://api.hubapi.com': fake.url },
  });

/** An event of the user with the ID. */
function itemOf(userId: number | string, ...[type, part]: Parameters<typeof testItem>) {
  const item = testItem(type, part);
  return { ...item, event: { ...item.event, user: item.event.user && { ...item.event.user, id: userId } } };
}

const started = testItem('user.started', { id: 'evt_1', at: '2026-11-20T10:00:00.000Z' });
const paid = testItem('payment.succeeded', { id: 'evt_2' });
const delivered = { kind: 'delivered' };
const contacts = () => [...fake.contacts.objects.values()].map(({ properties }) => properties);

describe('contacts', () => {
  it('have what the events of their user say, in one request', async () => {
    const { sent, ...deps } = context();
    await hubspot.test?.(deps);
    sent.length = 0;
    expect(await hubspot.deliver([started, paid, itemOf('0123456789abcdef', 'user.left')], deps)).toEqual([
      ...[delivered, delivered, delivered],
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toEqual(hubspot.preview([started, paid, itemOf('0123456789abcdef', 'user.left')], deps, testNow));
    const common = {
      ...{ firstname: 'Anna', telegram_username: 'anna', telegram_language: 'en', telegram_source: 'google' },
      ...{ telegram_first_seen: '2026-11-01T10:00:00.000Z', telegram_bot: 'shop_bot' },
      telegram_last_event_at: '2026-11-20T11:00:00.000Z',
    };
    expect({ ...sent[0], body: JSON.parse(String(sent[0]?.body)) }).toEqual({
      method: 'POST',
      url: 'https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Botscope/1',
        authorization: `Bearer ${token}`,
      },
      body: {
        inputs: [
          {
            ...{ id: '7001', idProperty: 'telegram_id', objectWriteTraceId: '7001' },
            properties: {
              ...{ ...common, telegram_id: '7001', telegram_status: 'active', telegram_last_event: 'Purchase' },
              ...{ telegram_last_payment: '19.99', telegram_last_payment_currency: 'EUR' },
            },
          },
          {
            ...{ id: '0123456789abcdef', idProperty: 'telegram_id', objectWriteTraceId: '0123456789abcdef' },
            properties: {
              ...{ ...common, telegram_id: '0123456789abcdef', telegram_status: 'left' },
              telegram_last_event: 'user.left',
            },
          },
        ],
      },
    });
  });

  it('are the same when they are sent again', async () => {
    const deps = context();
    await hubspot.test?.(deps);
    fake.faults.push({ kind: 'lost' });
    const failure = await hubspot.deliver([paid], deps).catch((error: unknown) => error);
    expect(failure).toEqual(new SendFailure('reset', true));
    expect(contacts()).toHaveLength(1);
    expect(await hubspot.deliver([paid], deps)).toEqual([delivered]);
    expect(contacts()).toHaveLength(1);
  });

  it('that HubSpot lists are rejected, the others are delivered', async () => {
    const bad = itemOf(7002, 'user.left', { at: 'yesterday' });
    expect(await hubspot.deliver([started, bad], context())).toEqual([
      delivered,
      { kind: 'rejected', code: 'rejected', detail: 'telegram_last_event_at: yesterday is not a date (INVALID_DATE)' },
    ]);
  });

  it('are not made of events about the bot', async () => {
    expect(await hubspot.deliver([testItem('campaign.finished')], context())).toEqual([
      { kind: 'rejected', code: 'no_user', detail: '' },
    ]);
    expect(fake.requests).toHaveLength(0);
    expect(hubspot.preview([testItem('campaign.finished')], context(), testNow)).toBeNull();
  });

  it('keep their order: one request at a time', () => {
    expect(hubspot.limits(context())).toEqual({ items: 100, concurrency: 1, perSecond: 8 });
  });
});

describe('properties', () => {
  it('are created once', async () => {
    const deps = context();
    await hubspot.deliver([started], deps);
    expect(fake.contacts.properties.get('telegram_id')).toMatchObject({ hasUniqueValue: true, groupName: 'botscope' });
    expect(fake.contacts.properties.get('telegram_last_event_at')).toMatchObject({ type: 'datetime' });
    const { length } = fake.requests;
    await hubspot.deliver([paid], deps);
    expect(fake.requests).toHaveLength(length + 1);
  });

  it('that were removed are created again', async () => {
    const deps = context();
    await hubspot.deliver([started], deps);
    fake.contacts.properties.delete('telegram_status');
    expect(await hubspot.deliver([started], deps)).toMatchObject([{ kind: 'retry', code: 'misconfigured' }]);
    expect(await hubspot.deliver([started], deps)).toEqual([delivered]);
  });

  it('that exist without unique values stop the integration', async () => {
    const plain = { name: 'telegram_id', label: 'ID', type: 'string', fieldType: 'text', groupName: 'standard' };
    fake.contacts.properties.set('telegram_id', { ...plain, hasUniqueValue: false });
    expect(await hubspot.deliver([started], context())).toEqual([
      {
        ...{ kind: 'stop', code: 'misconfigured' },
        detail: 'The property telegram_id of contacts exists, but its values need not be unique',
      },
    ]);
    expect(await hubspot.deliver([started], context({ id_property: 'botscope_id' }))).toEqual([delivered]);
    expect(contacts()).toEqual([expect.objectContaining({ botscope_id: '7001' })]);
  });

  it('cannot be created without the permission', async () => {
    await fake.stop();
    fake = await startHubspot(token, [
      ...['crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.schemas.contacts.read'],
    ]);
    expect(await hubspot.deliver([started], context())).toEqual([
      { kind: 'stop', code: 'forbidden', detail: 'Missing scopes: crm.schemas.contacts.write' },
    ]);
  });
});

describe('notes', () => {
  it('are written for each event, once, and are no markup', async () => {
    const deps = context({ notes: true });
    const said = testItem('message.received', { id: 'evt_3', data: { type: 'text', text: '<b>Hi</b> & "you"' } });
    expect(await hubspot.deliver([paid, said], deps)).toEqual([delivered, delivered]);
    expect(await hubspot.deliver([paid, said], deps)).toEqual([delivered, delivered]);
    expect([...fake.notes.objects.values()].map(({ properties }) => properties)).toEqual([
      {
        ...{ botscope_event_id: 'evt_2', hs_timestamp: '2026-11-20T11:00:00.000Z' },
        hs_note_body:
          '<b>Purchase</b> (shop_bot)<br>charge_id: 7412_8305<br>invoice_payload: order 12<br>amount: 19.99<br>currency: EUR',
      },
      {
        ...{ botscope_event_id: 'evt_3', hs_timestamp: '2026-11-20T11:00:00.000Z' },
        hs_note_body:
          '<b>message.received</b> (shop_bot)<br>type: text<br>text: &lt;b&gt;Hi&lt;/b&gt; &amp; &quot;you&quot;',
      },
    ]);
    expect([...fake.associations]).toEqual(['901 101', '902 101']);
  });

  it.each([1, 2, 3])('are completed after request %d was lost', async (lost) => {
    const deps = context({ notes: true });
    await hubspot.test?.(deps);
    fake.faults.push(...Array.from({ length: lost - 1 }, () => null), { kind: 'lost' });
    await expect(hubspot.deliver([paid], deps)).rejects.toThrow(SendFailure);
    expect(await hubspot.deliver([paid], deps)).toEqual([delivered]);
    expect([fake.contacts.objects.size, fake.notes.objects.size, fake.associations.size]).toEqual([1, 1, 1]);
  });
});

describe('an erased user', () => {
  it('is deleted for good, with the notes', async () => {
    const deps = context({ notes: true });
    const others = [paid, itemOf(7002, 'payment.succeeded', { id: 'evt_o' })];
    const erased = testItem('user.erased', { id: 'evt_e' });
    expect(await hubspot.deliver([...others, erased], deps)).toEqual([delivered, delivered, delivered]);
    expect(contacts().map(({ telegram_id }) => telegram_id)).toEqual(['7002']);
    expect(fake.notes.objects.size).toBe(1);
  });

  it('who is no contact is erased already', async () => {
    const deps = context();
    const erased = testItem('user.erased');
    await hubspot.test?.(deps);
    deps.sent.length = 0;
    expect(await hubspot.deliver([erased], deps)).toEqual([delivered]);
    expect(deps.sent).toEqual([hubspot.preview([erased], deps, testNow)]);
  });

  it('who starts the bot again is a new contact', async () => {
    await hubspot.deliver([paid, testItem('user.erased', { id: 'evt_e' }), started], context());
    expect(contacts()).toEqual([expect.not.objectContaining({ telegram_last_payment: expect.anything() })]);
  });
});

describe('an answer', () => {
  const daily = '{"status":"error","message":"You have reached your daily limit.","policyName":"DAILY"}';
  const burst = '{"status":"error","message":"ten secondly","policyName":"TEN_SECONDLY_ROLLING"}';
  it.each([
    [
      { status: 429, body: daily },
      { kind: 'retry', code: 'quota', afterMs: 3_600_000 },
    ],
    [
      { status: 429, body: burst },
      { kind: 'retry', code: 'throttled', afterMs: 10_000 },
    ],
    [
      { status: 400, body: '{"category":"VALIDATION_ERROR"}' },
      { kind: 'split', code: 'rejected' },
    ],
    [
      { status: 200, body: '{"results":[]}' },
      { kind: 'split', code: 'rejected' },
    ],
    [
      { status: 409, body: '' },
      { kind: 'retry', code: 'unavailable' },
    ],
    [
      { status: 423, body: '' },
      { kind: 'retry', code: 'unavailable' },
    ],
    [
      { status: 502, body: '' },
      { kind: 'retry', code: 'unavailable' },
    ],
    [
      { status: 403, body: '{}' },
      { kind: 'stop', code: 'forbidden' },
    ],
  ])('%o means %o', async (answer, outcome) => {
    const deps = context();
    await hubspot.test?.(deps);
    fake.faults.push({ kind: 'answer', answer });
    expect(await hubspot.deliver([started, paid], deps)).toMatchObject([outcome, outcome]);
  });

  it('to a wrong token does not bring it into the log', async () => {
    const outcomes = await hubspot.deliver([started], context({}, 'pat-eu1-CanaryCanaryOther'));
    expect(outcomes).toMatchObject([{ kind: 'stop', code: 'unauthorized' }]);
    expect(JSON.stringify(outcomes)).not.toContain('Canary');
  });
});

describe('the test', () => {
  it('looks at the scopes and the properties, and makes no contact', async () => {
    expect(await hubspot.test?.(context())).toEqual(delivered);
    expect(fake.contacts.objects.size).toBe(0);
    expect(fake.contacts.properties.has('telegram_id')).toBe(true);
  });

  it('names the scopes that are missing', async () => {
    await fake.stop();
    fake = await startHubspot(token, ['crm.schemas.contacts.read', 'crm.objects.contacts.read']);
    expect(await hubspot.test?.(context())).toEqual({
      ...{ kind: 'stop', code: 'forbidden', detail: 'Missing scopes: crm.objects.contacts.write' },
    });
  });
});
