import type { PartnerFault } from '@botscope/testkit/partners/partner-server.ts';
import { type MetricaPartner, startMetrica } from '@botscope/testkit/partners/yandex-metrica.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadId } from './offline-upload.ts';
import { clientId, keys, metricaContext, paid, secondsAgo } from './test-metrica.ts';
import { yandexMetrica } from './yandex-metrica.ts';

let fake: MetricaPartner;
beforeEach(async () => {
  fake = await startMetrica(keys);
  fake.visit(clientId, secondsAgo(1.5));
});
afterEach(() => fake.stop());

const context = () => metricaContext(fake, {});

const offlineRecord = (hoursAgo: number) => ({
  ...{ way: 'offline', user: clientId, goal: 'bot_purchase', at: secondsAgo(hoursAgo) },
  ...{ value: '19.99', currency: 'EUR' },
});

describe('lost answers', () => {
  test('of an event: nobody knows; what comes after it waits', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    const items = [paid(1, 1), paid(2, 0.9), paid(3, 13)];
    expect(await yandexMetrica.deliver(items, sending)).toEqual([
      { kind: 'unknown', code: 'reset', detail: '' },
      { kind: 'retry', code: 'reset', detail: '' },
      { kind: 'retry', code: 'reset', detail: '' },
    ]);
    expect(await yandexMetrica.resolve!([paid(1, 1)], sending)).toEqual([
      { kind: 'unknown', code: 'interrupted', detail: '' },
    ]);
  });

  test('of an upload that arrived: the list of uploads has it', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    const items = [paid(1, 13), paid(2, 14)];
    expect(await yandexMetrica.deliver(items, sending)).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
    expect(await yandexMetrica.resolve!(items, sending)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    // Repeated by hand, in another batch: still once.
    expect(await yandexMetrica.deliver([paid(2, 14), paid(3, 15)], sending)).toEqual([
      { kind: 'delivered' },
      { kind: 'delivered' },
    ]);
    expect(fake.world).toEqual([offlineRecord(13), offlineRecord(14), offlineRecord(15)]);
  });

  test('of an upload that did not arrive: it is sent again', async () => {
    fake.faults.push({ kind: 'reset' });
    const sending = context();
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toMatchObject([{ kind: 'unknown' }]);
    expect(await yandexMetrica.resolve!([paid(1, 13)], sending)).toMatchObject([{ kind: 'retry' }]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world).toEqual([offlineRecord(13)]);
  });

  test('nothing is uploaded again while the list cannot be read', async () => {
    fake.faults.push({ kind: 'lost' }, { kind: 'reset' }, null, { kind: 'answer', answer: { status: 503 } });
    const sending = context();
    await yandexMetrica.deliver([paid(1, 13)], sending);
    expect(await yandexMetrica.deliver([paid(1, 13), paid(2, 1)], sending)).toEqual([
      { kind: 'retry', code: 'reset', detail: '' },
      { kind: 'delivered' },
    ]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toMatchObject([{ kind: 'retry', code: 'unavailable' }]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world.filter(({ way }) => way === 'offline')).toEqual([offlineRecord(13)]);
  });

  test('an upload is found behind those of others', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    await yandexMetrica.deliver([paid(0, 13)], sending);
    const other = context();
    for (let index = 1; index <= 120; index++) await yandexMetrica.deliver([paid(index, 14)], other);
    expect(await yandexMetrica.resolve!([paid(0, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(sending.sent.slice(1).map(({ url }) => new URL(url).search)).toEqual([
      '?limit=100&offset=0',
      '?limit=100&offset=100',
    ]);
  });

  test('an upload that did not leave is sent again without a question', async () => {
    const sending = context();
    await fake.stop();
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([
      { kind: 'retry', code: 'refused', detail: '' },
    ]);
    expect(sending.memoryOf.get('uploads')).toEqual([]);
  });

  test('the name of an upload depends on its events alone', () => {
    const step = (index: number, hoursAgo: number) => ({
      ...({ way: 'offline', idType: 'ClientId', id: clientId, goal: 'g', at: 0 } as const),
      item: paid(index, hoursAgo),
    });
    expect(uploadId([step(1, 13), step(2, 14)])).toBe(uploadId([step(1, 20), step(2, 30)]));
    expect(uploadId([step(1, 13)])).not.toBe(uploadId([step(2, 13)]));
    expect(uploadId([step(1, 13)])).toMatch(/^[a-z0-9]{1,255}$/);
  });

  test('after any faults, Metrica has each conversion once', async () => {
    const fault = fc.constantFrom<(PartnerFault | null)[]>(
      null,
      { kind: 'lost' },
      { kind: 'reset' },
      { kind: 'answer', answer: { status: 503 } },
    );
    let events = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (faults, size) => {
        fake.world.length = 0;
        fake.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        const sending = context();
        let waiting = [13, 14, 15, 16].map((hoursAgo) => paid(++events, hoursAgo));
        for (let round = 0; round < 40 && waiting.length > 0; round++) {
          const batch = waiting.slice(0, 1 + ((size + round) % 4));
          const outcomes = await yandexMetrica.deliver(batch, sending);
          waiting = waiting.filter((item) => outcomes[batch.indexOf(item)]?.kind !== 'delivered');
        }
        expect(waiting).toEqual([]);
        expect(fake.world.map(({ at }) => at).sort()).toEqual([16, 15, 14, 13].map(secondsAgo));
      }),
      { numRuns: 60 },
    );
  });
});
