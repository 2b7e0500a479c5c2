import { providerDescriptors } from '@botscope/contract';
import { type KommoWorld, startKommo } from '@botscope/testkit/partners/kommo.ts';
import type { PartnerServer } from '@botscope/testkit/partners/partner-server.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import type { DeliveryItem } from '../provider.ts';
import { SendFailure } from '../provider.ts';
import { applyFaults, faultPlans } from '../test-faults.ts';
import { testContext, testItem } from '../test-provider.ts';
import { amocrm, kommo } from './kommo.ts';

const token = 'long-lived-token-of-the-account';
let fake: PartnerServer & { world: KommoWorld };
afterEach(() => fake.stop());

const open = async (settings: Record<string, unknown> = {}, part: Partial<KommoWorld> = {}) => {
  fake = await startKommo({ token, ...part });
  return testContext('kommo', {
    settings: { subdomain: 'example', ...settings },
    secrets: { token },
    origins: { 'https://example.kommo.com': fake.url },
  });
};

let lastEvent = 0;
/** An event with an ID of its own, of a user. */
const item = (type: Parameters<typeof testItem>[0], userId = 7001, data?: Record<string, unknown>): DeliveryItem => {
  lastEvent += 1;
  const made = testItem(type, { id: `evt_${String(lastEvent).padStart(24, '0')}` });
  const user = made.event.user === null ? null : { ...made.event.user, id: userId };
  return { ...made, userId, event: { ...made.event, user, ...(data && { data }) } };
};
const stars = { amount: 150, currency: 'XTR', decimals: 0, charge_id: 'x', invoice_payload: '' };
const paths = () => fake.requests.map(({ method, path }) => `${method} ${path.replace('/api/v4', '')}`);
const named = (errors: object[], request_id = '0') => ({
  ...{ kind: 'answer' as const },
  answer: { status: 400, body: JSON.stringify({ 'validation-errors': [{ request_id, errors }] }) },
});

describe('kommo', () => {
  it('makes the contact once, a lead of a payment, and a note of an event of another type', async () => {
    const context = await open();
    const payment = item('payment.succeeded');
    const left = item('user.left');
    expect(await kommo.deliver([payment, left], context)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(paths()).toEqual([
      'GET /account',
      'GET /contacts/custom_fields',
      'POST /contacts/custom_fields',
      'GET /leads/custom_fields',
      'POST /leads/custom_fields',
      'GET /contacts',
      'POST /contacts',
      'POST /leads',
      'POST /contacts/notes',
    ]);
    const [contact] = fake.world.contacts;
    expect(fake.world.contacts).toEqual([
      {
        id: contact?.id,
        name: 'Anna (@anna)',
        custom_fields_values: [{ field_code: 'TELEGRAM_ID', values: [{ value: '7001' }] }],
      },
    ]);
    expect(JSON.parse(String(context.sent.at(-2)?.body))).toEqual([
      {
        name: 'Payment 19.99 EUR: Anna (@anna)',
        price: 20,
        created_at: Date.UTC(2026, 10, 20, 11) / 1_000,
        custom_fields_values: [
          { field_code: 'BOTSCOPE_EVENT_ID', values: [{ value: payment.event.id }] },
          { field_code: 'BOTSCOPE_SOURCE', values: [{ value: 'google' }] },
        ],
        _embedded: { contacts: [{ id: contact?.id }] },
        request_id: '0',
      },
    ]);
    expect(fake.world.notes.map(({ entity_id, note_type, params }) => ({ entity_id, note_type, params }))).toEqual([
      {
        entity_id: contact?.id,
        note_type: 'common',
        params: {
          text: `Bot blocked\ntime: 2026-11-20T11:00:00.000Z\nbot: shop_bot\nsource: google\n${left.event.id}`,
        },
      },
    ]);

    fake.requests.length = 0;
    await kommo.deliver([item('payment.succeeded')], context);
    expect(paths()).toEqual(['POST /leads']);
  });

  it('shows in the preview what is sent, with 0 for the contact', async () => {
    const context = await open();
    for (const one of [item('payment.succeeded'), item('user.left')]) {
      const preview = kommo.preview([one], context, context.now());
      await kommo.deliver([one], context);
      const { id } = fake.world.contacts[0] as { id: number };
      expect({ ...preview, body: String(preview?.body).replace(/"(id|entity_id)":0/, `"$1":${id}`) }).toEqual(
        context.sent.at(-1),
      );
    }
    expect(kommo.preview([testItem('campaign.finished')], context, context.now())).toBeNull();
  });

  it('uses the pipeline, the stage, names of the owner, and amounts in the currency of the account only', async () => {
    const settings = { pipeline_id: 910, status_id: 911, star_price: 1.5 };
    const context = await open(settings, { currency: 'USD' });
    const renamed = { ...context, names: { ...context.names, 'payment.succeeded': 'Заказ' } };
    await kommo.deliver([item('payment.succeeded'), item('payment.succeeded', 7001, stars)], renamed);
    const leads = fake.world.leads.map(({ name, price, pipeline_id, status_id }) => [
      name,
      price,
      pipeline_id,
      status_id,
    ]);
    expect(leads).toEqual([
      ['Заказ 19.99 EUR: Anna (@anna)', 0, 910, 911],
      ['Заказ 150 XTR: Anna (@anna)', 225, 910, 911],
    ]);
  });

  it('makes a lead of the first launch only', async () => {
    const context = await open();
    const again = item('user.started', 7001, { payload: '', params: {}, source: '', is_first: false });
    await kommo.deliver([item('user.started'), again], context);
    expect(fake.world.leads).toHaveLength(1);
    expect(fake.world.notes).toHaveLength(1);
  });

  it('makes one contact for several new events of a user, also of one known by a hash', async () => {
    const context = await open();
    const hash = 'a'.repeat(32);
    const first = item('payment.succeeded');
    const hashed: DeliveryItem = {
      ...first,
      event: {
        ...first.event,
        user: {
          ...(first.event.user as NonNullable<DeliveryItem['event']['user']>),
          id: hash,
          first_name: null,
          username: '',
        },
      },
    };
    const again = { ...hashed, event: { ...hashed.event, id: 'evt_again' } };
    await kommo.deliver([hashed, again], context);
    expect(fake.world.contacts.map(({ name }) => name)).toEqual(['Telegram user aaaaaaaaaaaa']);
    expect(fake.world.leads).toHaveLength(2);
    expect(JSON.stringify(context.sent)).not.toContain('7001');
  });

  it('finds a contact that another integration made, and takes no phone number for it', async () => {
    const id = (value: string, code: string) => [{ field_code: code, values: [{ value }] }];
    const contacts = [
      { id: 1, name: 'Phone', custom_fields_values: id('+7001', 'PHONE') },
      { id: 2, name: 'Anna', custom_fields_values: id('7001', 'TELEGRAM_ID') },
    ];
    const context = await open({}, { contacts });
    await kommo.deliver([item('payment.succeeded')], context);
    expect(fake.world.leads[0]?._embedded.contacts).toEqual([{ id: 2 }]);
  });

  it('sends an event about no user nowhere', async () => {
    const context = await open();
    expect(await kommo.deliver([testItem('campaign.finished')], context)).toEqual([
      { kind: 'rejected', code: 'no_user', detail: '' },
    ]);
  });

  it('sends the others again where one entry is refused', async () => {
    const context = await open();
    await kommo.deliver([item('user.left')], context);
    const bad = [{ code: 'InvalidType', path: 'name', detail: 'This value should be of type string.' }];
    fake.faults.push(named(bad, '1'));
    const three = [1, 2, 3].map(() => item('payment.succeeded'));
    expect(await kommo.deliver(three, context)).toEqual([
      { kind: 'delivered' },
      { kind: 'rejected', code: 'rejected', detail: 'name: InvalidType This value should be of type string.' },
      { kind: 'delivered' },
    ]);
    expect(fake.world.leads).toHaveLength(2);
  });

  it('makes a contact or a field again that was deleted in the account', async () => {
    const context = await open();
    await kommo.deliver([item('payment.succeeded')], context);
    fake.world.contacts.length = 0;
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([{ kind: 'retry' }]);
    expect(await kommo.deliver([item('payment.succeeded')], context)).toEqual([{ kind: 'delivered' }]);
    fake.world.fields.leads.length = 0;
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([{ kind: 'retry' }]);
    expect(await kommo.deliver([item('payment.succeeded')], context)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world.contacts).toHaveLength(1);
  });

  it.each([
    [401, {}, { kind: 'stop', code: 'unauthorized' }],
    [402, {}, { kind: 'stop', code: 'quota' }],
    [403, {}, { kind: 'stop', code: 'forbidden' }],
    [404, {}, { kind: 'stop', code: 'not_found' }],
    [302, {}, { kind: 'stop', code: 'misconfigured' }],
    [429, { 'retry-after': '7' }, { kind: 'retry', code: 'throttled', afterMs: 7_000 }],
  ])('reads status %i', async (status, headers, outcome) => {
    const context = await open();
    const fault = { kind: 'answer' as const, answer: { status, headers, body: '{"title":"No"}' } };
    fake.faults.push(fault);
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([outcome]);
    fake.faults.push(null, null, null, null, null, null, null, fault);
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([outcome]);
  });

  it('stops where the pipeline is gone', async () => {
    const context = await open({ pipeline_id: 1 });
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([
      { kind: 'stop', code: 'misconfigured' },
    ]);
    expect(await kommo.test?.(context)).toMatchObject({ kind: 'stop', code: 'misconfigured' });
  });

  it.each(['lost', 'reset'] as const)('finds out what became of leads and notes: %s', async (kind) => {
    const context = await open();
    await kommo.deliver([item('user.returned')], context);
    const items = [item('payment.succeeded'), item('user.left')];
    fake.faults.push({ kind }, { kind });
    const unknown = { kind: 'unknown', code: 'reset', detail: '' };
    expect(await kommo.deliver(items, context)).toEqual([unknown, unknown]);
    const resolved = await kommo.resolve?.(items, context);
    const notThere = { kind: 'retry', code: 'interrupted' };
    expect(resolved).toMatchObject(
      kind === 'lost' ? [{ kind: 'delivered' }, { kind: 'delivered' }] : [notThere, notThere],
    );
    fake.faults.push({ kind: 'answer', answer: { status: 429 } });
    expect(await kommo.resolve?.(items.slice(0, 1), context)).toMatchObject([{ kind: 'unknown', code: 'throttled' }]);
    fake.faults.push({ kind: 'reset' });
    await expect(kommo.resolve?.(items, context)).rejects.toBeInstanceOf(SendFailure);
  });

  it('makes everything once after any faults and kills', async () => {
    await fc.assert(
      fc.asyncProperty(faultPlans, async (plan) => {
        const context = await open();
        applyFaults(context, fake, plan, { status: 429 });
        const waiting = new Set([
          item('payment.succeeded'),
          item('user.left'),
          item('user.started'),
          item('user.left'),
        ]);
        const unknown = new Set<DeliveryItem>();
        for (let round = 0; waiting.size + unknown.size > 0 && round < 90; round += 1) {
          const isResolving = unknown.size > 0;
          const items = [...(isResolving ? unknown : waiting)];
          // A process that was killed does not know what it has sent.
          const nobodyKnows = items.map(() => ({ kind: 'unknown' }));
          const run = isResolving ? kommo.resolve?.(items, context) : kommo.deliver(items, context);
          const outcomes = (await run?.catch(() => nobodyKnows)) ?? nobodyKnows;
          for (const [index, one] of items.entries()) {
            const kind = outcomes[index]?.kind;
            waiting.delete(one);
            unknown.delete(one);
            if (kind === 'unknown') unknown.add(one);
            else if (kind !== 'delivered') waiting.add(one);
          }
        }
        const { contacts, leads, notes, fields } = fake.world;
        await fake.stop();
        expect([waiting.size, unknown.size, contacts.length, leads.length, notes.length]).toEqual([0, 0, 1, 2, 2]);
        expect([fields.contacts.length, fields.leads.length]).toEqual([1, 2]);
      }),
      { numRuns: 100 },
    );
  });

  it('does not know whether a lead arrived that a gateway gave up on, and makes a lost contact once', async () => {
    const context = await open();
    fake.faults.push(null, null, null, null, null, null, { kind: 'lost' });
    const payment = item('payment.succeeded');
    expect(await kommo.deliver([payment], context)).toMatchObject([{ kind: 'retry', code: 'reset' }]);
    fake.faults.push(null, { kind: 'answer', answer: { status: 504, body: '' } });
    expect(await kommo.deliver([payment], context)).toMatchObject([{ kind: 'unknown', code: 'unavailable' }]);
    await kommo.deliver([payment], context);
    expect([fake.world.contacts.length, fake.world.leads.length]).toEqual([1, 1]);
  });

  it('does not take an answer that was cut for an empty list', async () => {
    const context = await open();
    fake.faults.push(null, null, null, null, null, { kind: 'answer', answer: { status: 200, body: '{"_embedded":' } });
    expect(await kommo.deliver([item('payment.succeeded')], context)).toMatchObject([{ kind: 'retry', code: 'other' }]);
    expect(fake.world.contacts).toEqual([]);
  });

  it('tests the token, the pipeline and the stage without writing', async () => {
    const context = await open({ pipeline_id: 910, status_id: 911 });
    expect(await kommo.test?.(context)).toEqual({ kind: 'delivered' });
    expect(fake.requests.every(({ method }) => method === 'GET')).toBe(true);
    const wrong = { ...context, settings: { ...(context.settings as object), status_id: 5 } as never };
    expect(await kommo.test?.(wrong)).toMatchObject({ kind: 'stop', code: 'misconfigured' });
    fake.world.token = 'another';
    expect(await kommo.test?.(context)).toMatchObject({ kind: 'stop', code: 'unauthorized' });
  });

  it('shares its limits with all accounts, and reaches amoCRM at its own domains', async () => {
    fake = await startKommo({ token });
    const context = testContext('amocrm', {
      settings: { subdomain: 'Example', domain: 'amocrm.com' },
      secrets: { token },
      origins: { 'https://example.amocrm.com': fake.url },
    });
    expect(await amocrm.deliver([item('payment.succeeded')], context)).toEqual([{ kind: 'delivered' }]);
    expect([amocrm.lane(context), amocrm.limits(context)]).toEqual([
      'vendor:kommo',
      { items: 25, concurrency: 1, perSecond: 5 },
    ]);
  });

  it('takes names of accounts and types of events only', () => {
    const parse = (settings: object) =>
      z.safeParse(providerDescriptors.kommo.settings, { subdomain: 'a', ...settings });
    for (const subdomain of ['', 'www', 'a.b', 'evil.example/', 'a b', '-a', 'a@b'])
      expect(parse({ subdomain }).success).toBe(false);
    expect(parse({ record_types: 'user.started\n\n payment.succeeded ' }).success).toBe(true);
    for (const record_types of ['campaign.finished', 'user.started payment.succeeded'])
      expect(parse({ record_types }).success).toBe(false);
  });

  it('keeps the token out of outcomes', async () => {
    const context = await open({}, { token: 'another' });
    const outcomes = await kommo.deliver([item('payment.succeeded')], context);
    fake.faults.push(named([{ code: 'Other', path: 'price', detail: 'bad' }]));
    outcomes.push(...(await kommo.deliver([item('payment.succeeded')], context)));
    expect(JSON.stringify(outcomes)).not.toContain(token);
  });
});
