import { providerDescriptors } from '@botscope/contract';
import { type Bitrix24World, startBitrix24 } from '@botscope/testkit/partners/bitrix24.ts';
import type { PartnerServer } from '@botscope/testkit/partners/partner-server.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { type DeliveryItem, SendFailure } from '../provider.ts';
import { applyFaults, faultPlans } from '../test-faults.ts';
import { testContext, testItem } from '../test-provider.ts';
import { bitrix24 } from './bitrix24.ts';

const code = 'abcdef0123456789';
const webhook = `https://example.bitrix24.com/rest/1/${code}/`;
let fake: PartnerServer & { world: Bitrix24World };
afterEach(() => fake.stop());

const open = async (settings: Record<string, unknown> = {}, part: Partial<Bitrix24World> = {}) => {
  fake = await startBitrix24(part);
  const origins = { 'https://example.bitrix24.com': fake.url };
  return testContext('bitrix24', { settings, secrets: { webhook }, origins });
};

let lastEvent = 0;
const item = (type: Parameters<typeof testItem>[0], userId = 7001, data?: Record<string, unknown>): DeliveryItem => {
  lastEvent += 1;
  const made = testItem(type, { id: `evt_${String(lastEvent).padStart(24, '0')}` });
  const user = made.event.user === null ? null : { ...made.event.user, id: userId };
  return { ...made, userId, event: { ...made.event, user, ...(data && { data }) } };
};
const again = (one: DeliveryItem): DeliveryItem => ({ ...one, attempt: 2 });
const delivered = { kind: 'delivered' };
const methods = () => fake.requests.map(({ path }) => path.split('/').at(-1));
const body = (index: number, context: { sent: { body?: string | Buffer }[] }) =>
  JSON.parse(String(context.sent.at(index)?.body));

describe('bitrix24', () => {
  it('makes the contact once, a deal of a payment, and a comment of an event of another type', async () => {
    const context = await open({ category_id: 3, stage_id: 'C3:NEW', assigned_by_id: 5 });
    const payment = item('payment.succeeded');
    const left = item('user.left');
    expect(await bitrix24.deliver([payment, left], context)).toEqual([delivered, delivered]);
    expect(methods()).toEqual(['crm.contact.list.json', 'batch.json', 'crm.deal.list.json', 'batch.json']);
    expect(context.sent[0]).toEqual({
      method: 'POST',
      url: `${webhook}crm.contact.list.json`,
      headers: { 'content-type': 'application/json', 'user-agent': 'Botscope/1' },
      body: JSON.stringify({
        filter: { '=ORIGINATOR_ID': 'botscope', '@ORIGIN_ID': ['user:7001'] },
        select: ['ID', 'ORIGIN_ID'],
      }),
    });
    expect(fake.world.contacts).toEqual([
      {
        ...{ ID: '100', NAME: 'Anna', IM: { 0: { VALUE: 'anna', VALUE_TYPE: 'TELEGRAM' } } },
        ...{ UTM_SOURCE: 'google', ASSIGNED_BY_ID: '5', ORIGINATOR_ID: 'botscope', ORIGIN_ID: 'user:7001' },
      },
    ]);
    expect(fake.world.deals).toEqual([
      {
        ...{ ID: '100', TITLE: 'Payment 19.99 EUR: Anna (@anna)', OPPORTUNITY: '19.99', CURRENCY_ID: 'EUR' },
        ...{ IS_MANUAL_OPPORTUNITY: 'Y', UTM_SOURCE: 'google', ASSIGNED_BY_ID: '5', ORIGINATOR_ID: 'botscope' },
        ...{ ORIGIN_ID: payment.event.id, CONTACT_IDS: { 0: '100' }, CATEGORY_ID: '3', STAGE_ID: 'C3:NEW' },
      },
    ]);
    expect(fake.world.comments).toEqual([
      {
        ...{ ID: '500', ENTITY_ID: '100', ENTITY_TYPE: 'contact' },
        COMMENT: `Bot blocked\ntime: 2026-11-20T11:00:00.000Z\nbot: shop_bot\nsource: google\n${left.event.id}`,
      },
    ]);

    fake.requests.length = 0;
    await bitrix24.deliver([item('user.left')], context);
    expect(methods()).toEqual(['batch.json']);
  });

  it('shows in the preview what is sent, with 0 for the contact', async () => {
    const context = await open();
    const items = [item('payment.succeeded'), item('user.left')];
    const preview = bitrix24.preview(items, context, context.now());
    await bitrix24.deliver(items, context);
    const shown = String(preview?.body).replace('[CONTACT_IDS][0]=0', '[CONTACT_IDS][0]=100');
    expect({ ...preview, body: shown.replace('ENTITY_ID]=0', 'ENTITY_ID]=100') }).toEqual(context.sent.at(-1));
    expect(bitrix24.preview([testItem('campaign.finished')], context, context.now())).toBeNull();
    expect(await bitrix24.deliver([testItem('campaign.finished')], context)).toEqual([
      { kind: 'rejected', code: 'no_user', detail: '' },
    ]);
  });

  it('makes leads with names of the owner, and amounts of Stars at their price', async () => {
    const context = await open({ record: 'lead', stage_id: 'IN_PROCESS', star_price: 1.55 });
    const renamed = { ...context, names: { ...context.names, 'payment.succeeded': 'Заказ' } };
    const stars = { amount: 3, currency: 'XTR', decimals: 0, charge_id: 'x', invoice_payload: '' };
    await bitrix24.deliver([item('payment.succeeded', 7001, stars)], renamed);
    expect(fake.world.leads).toMatchObject([
      { TITLE: 'Заказ 3 XTR: Anna (@anna)', OPPORTUNITY: '4.65', STATUS_ID: 'IN_PROCESS', CONTACT_ID: '100' },
    ]);
    expect(fake.world.leads[0]).not.toHaveProperty('CURRENCY_ID');
  });

  it('makes a lead or deal of the first launch only, and takes users that are known by a hash', async () => {
    const context = await open();
    const start = item('user.started');
    const user = { ...(start.event.user as NonNullable<typeof start.event.user>), id: 'b'.repeat(32) };
    const nobody = { ...user, first_name: null, username: null };
    const later = { payload: '', params: {}, source: '', is_first: false };
    await bitrix24.deliver(
      [
        { ...start, event: { ...start.event, user: nobody } },
        { ...start, event: { ...start.event, id: 'evt_later', user: nobody, data: later } },
      ],
      context,
    );
    expect([fake.world.deals.length, fake.world.comments.length]).toEqual([1, 1]);
    expect(fake.world.contacts).toMatchObject([{ NAME: 'Telegram user bbbbbbbbbbbb', ORIGIN_ID: `user:${user.id}` }]);
    expect(JSON.stringify(context.sent)).not.toContain('7001');
  });

  it('writes texts of users as they are: neither markup nor values of other calls', async () => {
    const context = await open();
    const message = item('message.received', 7001, {
      type: 'text',
      text: '[url=https://evil.example]$result[c0]&x=1[/url]',
    });
    await bitrix24.deliver([item('payment.succeeded'), message], context);
    expect(fake.world.comments[0]?.COMMENT).toContain('text: (url=https://evil.example)$result(c0)&x=1(/url)');
  });

  it('sends 50 events in one batch', async () => {
    const context = await open();
    const items = Array.from({ length: 50 }, (_, index) => item('payment.succeeded', 8_000 + index));
    expect(await bitrix24.deliver(items, context)).toEqual(items.map(() => delivered));
    expect(fake.requests).toHaveLength(4);
    expect(Object.keys(body(-1, context).cmd)).toHaveLength(50);
    expect(fake.world.deals).toHaveLength(50);
    expect(bitrix24.limits(context)).toEqual({ items: 50, concurrency: 1, perSecond: 2 });
  });

  it('makes nothing twice where answers were lost', async () => {
    const context = await open();
    const items = [item('payment.succeeded'), item('user.left'), item('user.started')];
    for (const requests of [1, 3]) {
      // The answer of the first batch, then that of the second one.
      fake.faults.push(...Array.from({ length: requests }, () => null), { kind: 'lost' });
      await expect(bitrix24.deliver(items.map(again), context)).rejects.toBeInstanceOf(SendFailure);
    }
    expect(await bitrix24.deliver(items.map(again), context)).toEqual([delivered, delivered, delivered]);
    const { contacts, deals, comments } = fake.world;
    expect([contacts.length, deals.length, comments.length]).toEqual([1, 2, 1]);
  });

  it('makes everything once after any faults and kills', async () => {
    const busy = { status: 503, body: JSON.stringify({ error: 'QUERY_LIMIT_EXCEEDED', error_description: '' }) };
    await fc.assert(
      fc.asyncProperty(faultPlans, async (plan) => {
        const context = await open();
        applyFaults(context, fake, plan, busy);
        const waiting = new Set([
          item('payment.succeeded'),
          item('user.left'),
          item('user.started'),
          item('user.left'),
        ]);
        for (let attempt = 1; waiting.size > 0 && attempt < 90; attempt += 1) {
          const items = [...waiting].map((one) => ({ ...one, attempt }));
          const outcomes = await bitrix24.deliver(items, context).catch(() => []);
          for (const [index, one] of [...waiting].entries())
            if (outcomes[index]?.kind === 'delivered') waiting.delete(one);
        }
        const { contacts, deals, comments } = fake.world;
        await fake.stop();
        expect([waiting.size, contacts.length, deals.length, comments.length]).toEqual([0, 1, 2, 2]);
      }),
      { numRuns: 100 },
    );
  });

  it('does not know of a comment among comments that are too long to be read', async () => {
    const context = await open({ record_types: '' });
    const left = item('user.left');
    await bitrix24.deliver([left], context);
    fake.faults.push({ kind: 'answer', answer: { status: 200, body: '{"result":[{"ID":"1","COMMENT":"long' } });
    expect(await bitrix24.deliver([again(item('user.left'))], context)).toMatchObject([{ kind: 'unknown' }]);
  });

  it('makes a contact again that was deleted in the portal', async () => {
    const context = await open();
    await bitrix24.deliver([item('user.left')], context);
    fake.world.contacts.length = 0;
    expect(await bitrix24.deliver([item('user.left')], context)).toMatchObject([{ kind: 'retry' }]);
    expect(await bitrix24.deliver([item('user.left')], context)).toEqual([delivered]);
  });

  it.each([
    [503, 'QUERY_LIMIT_EXCEEDED', { kind: 'retry', code: 'throttled' }],
    [429, 'OPERATION_TIME_LIMIT', { kind: 'retry', code: 'throttled', afterMs: 600_000 }],
    [500, 'INTERNAL_SERVER_ERROR', { kind: 'retry', code: 'unavailable' }],
    [401, 'OVERLOAD_LIMIT', { kind: 'stop', code: 'quota' }],
    [200, 'OVERLOAD_LIMIT', { kind: 'stop', code: 'quota' }],
    [401, 'NO_AUTH_FOUND', { kind: 'stop', code: 'unauthorized' }],
    [401, 'ACCESS_DENIED', { kind: 'stop', code: 'forbidden' }],
    [401, 'insufficient_scope', { kind: 'stop', code: 'forbidden' }],
    [403, 'PORTAL_DELETED', { kind: 'stop', code: 'gone' }],
    [404, 'ERROR_METHOD_NOT_FOUND', { kind: 'stop', code: 'misconfigured' }],
    [400, 'ERROR_BATCH_LENGTH_EXCEEDED', { kind: 'split', code: 'too_large' }],
    [400, 'ERROR_CORE', { kind: 'split', code: 'rejected' }],
  ])('reads status %i with %s', async (status, error, outcome) => {
    const context = await open();
    fake.world.failing.batch = { status, error, error_description: 'words' };
    expect(await bitrix24.deliver([item('payment.succeeded')], context)).toMatchObject([outcome]);
  });

  it.each([
    ['QUERY_LIMIT_EXCEEDED', '', { kind: 'retry', code: 'throttled' }],
    ['OPERATION_TIME_LIMIT', '', { kind: 'retry', code: 'throttled' }],
    ['', 'Access denied.', { kind: 'stop', code: 'forbidden' }],
    ['ERROR_CORE', 'The currency is not known', { kind: 'rejected', code: 'rejected' }],
  ])('reads the error %s %s of one call of a batch with status 200', async (error, error_description, outcome) => {
    const context = await open();
    fake.world.failing['crm.deal.add'] = { status: 400, error, error_description };
    const items = [item('payment.succeeded'), item('user.left')];
    expect(await bitrix24.deliver(items, context)).toMatchObject([outcome, delivered]);
  });

  it('reads answers that are not of a portal', async () => {
    const context = await open();
    fake.faults.push({ kind: 'answer', answer: { status: 200, body: '<html>' } });
    expect(await bitrix24.deliver([item('user.left')], context)).toMatchObject([
      { kind: 'stop', code: 'misconfigured' },
    ]);
    fake.faults.push({ kind: 'answer', answer: { status: 302 } });
    expect(await bitrix24.deliver([item('user.left')], context)).toMatchObject([
      { kind: 'stop', code: 'misconfigured' },
    ]);
    fake.faults.push({ kind: 'answer', answer: { status: 200, body: '{"result":[{"ID":"1' } });
    expect(await bitrix24.deliver([item('user.left')], context)).toMatchObject([{ kind: 'retry', code: 'other' }]);
    expect(fake.world.contacts).toEqual([]);
  });

  it('tests the webhook, its rights and the stage without writing', async () => {
    const context = await open({ category_id: 3, stage_id: 'C3:NEW' });
    expect(await bitrix24.test?.(context)).toEqual(delivered);
    expect(methods()).toEqual(['scope.json', 'crm.status.list.json']);
    const wrong = { ...context, settings: { ...(context.settings as object), stage_id: 'NEW' } as never };
    expect(await bitrix24.test?.(wrong)).toMatchObject({ kind: 'stop', code: 'misconfigured' });
    fake.world.scopes = ['user'];
    expect(await bitrix24.test?.(context)).toMatchObject({ kind: 'stop', code: 'forbidden' });
    fake.world.code = 'other';
    expect(await bitrix24.test?.(context)).toMatchObject({ kind: 'stop', code: 'unauthorized' });
  });

  it('takes addresses of webhooks only', () => {
    const isTaken = (text: string) => z.safeParse(providerDescriptors.bitrix24.secrets, { webhook: text }).success;
    expect([webhook, 'https://crm.example.com:8443/rest/12/a1B2'].map(isTaken)).toEqual([true, true]);
    for (const text of [webhook.replace('https', 'http'), `${webhook}crm.lead.add`, 'https://a@b/rest/1/abc/', 'x'])
      expect(isTaken(text)).toBe(false);
  });

  it('keeps the code of the webhook out of outcomes, also where a page of errors repeats it', async () => {
    const context = await open({}, { code: 'other' });
    const outcomes = await bitrix24.deliver([item('payment.succeeded')], context);
    const page = `<p>/rest/1/${code}/batch.json was not found at ${webhook}</p>`;
    for (const status of [404, 410, 500, 418]) {
      fake.faults.push({ kind: 'answer', answer: { status, body: page } });
      outcomes.push(...(await bitrix24.deliver([item('payment.succeeded')], context)));
    }
    const error = JSON.stringify({ error: 'X', error_description: webhook });
    fake.faults.push({ kind: 'answer', answer: { status: 400, body: error } });
    outcomes.push(...(await bitrix24.deliver([item('payment.succeeded')], context)));
    expect(outcomes).toHaveLength(6);
    expect(JSON.stringify(outcomes)).not.toContain(code);
    expect(bitrix24.lane(context)).toBe('host:example.bitrix24.com');
  });
});
