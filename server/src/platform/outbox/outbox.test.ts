import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../metadata/test-metadata.ts';
import { createSealer } from '../outgoing/sealer.ts';
import { dayMs, hourMs, minuteMs } from '../time-units.ts';
import { DeliveryError } from './delivery-error.ts';
import { createOutbox, maxAttempts, type Outbox, retryDelayMs } from './outbox.ts';

describe.each(testEngines)('the outbox on $name', (engine) => {
  const metadata = testMetadata(engine);
  const ends: (() => Promise<void>)[] = [];
  let clock = 0;
  let sentTexts: string[] = [];

  beforeEach(async () => {
    clock = Date.parse('2026-03-01T10:00:00Z');
    sentTexts = [];
    await metadata().db.deleteFrom('outbox').execute();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** One process's outbox, whose messages are texts. */
  function open(deliver: (text: string) => Promise<unknown> = async () => undefined, secret = 's') {
    const [metrics, lines] = [new Registry(), [] as string[]];
    const outbox: Outbox = createOutbox({
      metadata: metadata(),
      instanceId: randomUUID(),
      sealer: createSealer(secret.repeat(32)),
      logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
      metrics,
      lookEvery: 10,
      random: () => 0.5,
      now: () => clock,
    });
    ends.push(outbox.close);
    const queue = outbox.register<string>('mail', async (text) => {
      await deliver(text);
      sentTexts.push(text);
    });
    return { outbox, queue, metrics, lines };
  }
  const work = ({ outbox }: { outbox: Outbox }): void => void ends.push(outbox.start().close);
  /** Attempts of rows that wait for another one. */
  const loadFailedAttempts = async () =>
    (await rows()).flatMap(({ attempts, claimed_by }) => (claimed_by === null && attempts > 0 ? attempts : []));
  const rows = () => metadata().db.selectFrom('outbox').selectAll().orderBy('id').execute();

  test('sends at once, without making the caller wait, and keeps no readable text', async () => {
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { outbox, queue, metrics } = open(() => slow);
    await queue.add('code 123456');
    expect(sentTexts).toEqual([]);
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain('123456');
    expect(await metrics.metrics()).toContain('botscope_outbox_pending 1');
    answer();
    await outbox.settled();
    expect(sentTexts).toEqual(['code 123456']);
    expect(await rows()).toEqual([]);
    expect(await metrics.metrics()).toContain('botscope_outbox_pending 0');
  });

  test('sends each message once, however many processes look at the same time', async () => {
    const senders = [open(), open(), open()];
    senders.forEach(work);
    const texts = Array.from({ length: 60 }, (_, number) => String(number));
    await Promise.all(texts.map((text, number) => senders[number % 3]?.queue.add(text)));
    await expect.poll(rows).toEqual([]);
    expect(sentTexts.toSorted()).toEqual(texts.toSorted());
  });

  test('tries again after longer and longer pauses, and drops after the last attempt with one line', async () => {
    const attempts: number[] = [];
    const sender = open(async () => {
      attempts.push(clock);
      throw new Error('away');
    });
    work(sender);
    await sender.queue.add('news', { validMs: 10 * dayMs });
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      await expect.poll(async () => (await rows())[0]).toMatchObject({ attempts: attempt, claimed_by: null });
      clock += retryDelayMs(attempt, 0.5);
    }
    await expect.poll(rows).toEqual([]);
    const pauses = attempts.slice(1).map((attemptedAt, index) => attemptedAt - (attempts[index] ?? 0));
    expect(pauses).toEqual([1_000, 10_000, 60_000, 300_000, 900_000, 1_800_000, hourMs, 2 * hourMs, 4 * hourMs]);
    expect(sender.lines.filter((line) => line.includes('is dropped'))).toHaveLength(1);
    expect(sender.lines.join()).not.toContain('news');
    expect(await sender.metrics.metrics()).toContain('{kind="mail",reason="attempts"} 1');
  });

  test('varies the pauses by a fifth', () => {
    expect([0, 0.5, 1].map((random) => retryDelayMs(3, random))).toEqual([48_000, 60_000, 72_000]);
  });

  test('waits as long as the receiver says, and does not repeat what is final', async () => {
    const errors = [
      new DeliveryError('later', { isFinal: false, retryAfterMs: 40_000 }),
      new DeliveryError('no such user', { isFinal: true }),
    ];
    const sender = open(async () => {
      throw errors.shift();
    });
    work(sender);
    await sender.queue.add('x');
    await expect.poll(async () => (await rows())[0]?.not_before).toEqual(new Date(clock + 40_000));
    clock += 40_000;
    await expect.poll(rows).toEqual([]);
    expect(await sender.metrics.metrics()).toContain('{kind="mail",reason="rejected"} 1');
  });

  test('leaves a row to the process that took it, until its claim ends; then another one sends it', async () => {
    const deadSender = open(() => new Promise(() => undefined));
    await deadSender.queue.add('x');
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    const liveSender = open();
    work(liveSender);
    clock += 59_000;
    // Another message goes by, so it did look.
    await liveSender.queue.add('y');
    await expect.poll(() => sentTexts).toEqual(['y']);
    clock += 2_000;
    await expect.poll(() => sentTexts).toEqual(['y', 'x']);
    expect(await rows()).toEqual([]);
    ends.splice(0, 1);
  });

  test('drops what is past its time, and what kills each process that sends it', async () => {
    const failingSender = open(async () => {
      throw new Error('away');
    });
    await failingSender.queue.add('code', { validMs: 15 * minuteMs });
    await expect.poll(loadFailedAttempts).toEqual([1]);
    await failingSender.outbox.close();
    clock += 16 * minuteMs;
    const sender = open();
    work(sender);
    await expect.poll(rows).toEqual([]);
    expect(await sender.metrics.metrics()).toContain('{kind="mail",reason="expired"} 1');

    const [created_at, expires_at] = [new Date(clock), new Date(clock + hourMs)];
    const deadly = { kind: 'mail', payload_sealed: 'x', attempts: maxAttempts, created_at, expires_at };
    await metadata().db.insertInto('outbox').values(deadly).execute();
    await expect.poll(rows).toEqual([]);
    expect(sentTexts).toEqual([]);
  });

  test('keeps messages of one key in order', async () => {
    const failures = ['first'];
    const sender = open(async (text) => {
      if (failures.includes(text)) throw new Error('away');
    });
    for (const text of ['first', 'second']) await sender.queue.add(text, { validMs: minuteMs, orderKey: 'ann' });
    await sender.queue.add('other', { validMs: minuteMs, orderKey: 'ben' });
    await sender.outbox.settled();
    expect(sentTexts).toEqual(['other']);
    failures.pop();
    clock += 2_000;
    work(sender);
    await expect.poll(() => sentTexts).toEqual(['other', 'first', 'second']);
    expect((await rows()).length).toBe(0);
  });

  test('takes what expires soon before what can wait', async () => {
    const failingSender = open(async () => {
      throw new Error('away');
    });
    for (let number = 0; number < 6; number += 1) await failingSender.queue.add('news');
    await failingSender.queue.add('code', { validMs: 15 * minuteMs });
    await expect.poll(loadFailedAttempts).toHaveLength(7);
    await failingSender.outbox.close();
    clock += minuteMs;
    const startedTexts: string[] = [];
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    work(
      open((text) => {
        startedTexts.push(text);
        return slow;
      }),
    );
    await expect.poll(() => startedTexts.toSorted()).toEqual(['code', 'news', 'news', 'news']);
    answer();
    await expect.poll(rows).toEqual([]);
  });

  test('drops what was sealed with another secret', async () => {
    const oldSender = open(async () => {
      throw new Error('away');
    });
    await oldSender.queue.add('x');
    await expect.poll(loadFailedAttempts).toEqual([1]);
    await oldSender.outbox.close();
    clock += hourMs;
    work(open(undefined, 't'));
    await expect.poll(rows).toEqual([]);
    expect(sentTexts).toEqual([]);
  });
});
