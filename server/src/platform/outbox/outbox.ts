import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import { startWorkLoop } from '../claims/work-loop.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Sealer } from '../outgoing/sealer.ts';
import { dayMs, hourMs, minuteMs } from '../time-units.ts';
import { DeliveryError } from './delivery-error.ts';
import { type ClaimedRow, createOutboxStore, type OutboxStore } from './outbox-store.ts';

/** Pauses between attempts: a lost connection passes in seconds, greylisting in minutes, an outage in hours. */
const delaysMs = [
  1_000,
  10_000,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
] as const;

export const maxAttempts = delaysMs.length + 1;

/** Varied by a fifth, so that what failed together is not repeated together. `random` is from 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0];
  return Math.round(delay * (0.8 + 0.4 * random));
}

/** Registers the numbers of messages that wait in the outbox and that were dropped from it, for /metrics. */
function outboxMetrics(registry: Registry, count: () => Promise<number>) {
  new Gauge({
    name: 'botscope_outbox_pending',
    help: 'Mails and Telegram messages that wait to be sent, of the whole installation',
    registers: [registry],
    async collect() {
      // While the store is away the last figure stands: the other metrics are needed most then.
      await count().then(
        (pending) => this.set(pending),
        () => undefined,
      );
    },
  });
  return new Counter({
    name: 'botscope_outbox_failures_total',
    help: 'Messages that this process dropped unsent: rejected by the receiver, after too many attempts, expired',
    labelNames: ['kind', 'reason'] as const,
    registers: [registry],
  });
}

/**
 * Messages that leave after the answer, and survive the process. Each is sent once, by the process that added it or any
 * other: a row is claimed, sent, deleted. Only a process that ends, or loses the store for longer than a claim lasts,
 * between the receiver's answer and the delete leaves a row that another one sends a second time.
 */
export interface Outbox {
  /** Says how messages of a kind are sent; `deliver` throws DeliveryError for what must not be repeated. */
  register<Payload>(kind: 'mail' | 'telegram', deliver: (payload: Payload) => Promise<void>): OutboxQueue<Payload>;
  /** Role `worker`: sends what other processes left, now and every ten seconds. */
  start(): { close(): Promise<void> };
  /** Resolves when nothing is being sent here. */
  settled(): Promise<void>;
  /** Takes nothing more, and waits ten seconds for what is being sent; the rest waits in the store. */
  close(): Promise<void>;
}

export interface OutboxQueue<Payload> {
  /** Resolves when the message is stored; it is sent at once. Messages of one `orderKey` leave one after another. */
  add(payload: Payload, options?: { validMs?: number; orderKey?: string }): Promise<void>;
}

/** Messages that one process sends at a time: a mail server takes two connections of ours. */
const atATime = 4;
/** After that a message is of no use to anyone. */
const defaultValidMs = 2 * dayMs;
const lookEveryMs = 10_000;
const closeTimeoutMs = 10_000;

interface SendingParts {
  store: OutboxStore;
  sealer: Pick<Sealer, 'open'>;
  logger: Logger;
  failures: ReturnType<typeof outboxMetrics>;
  random: () => number;
}

/** Sends claimed messages, and settles their rows by what came of it. */
function createSending(
  { store, sealer, logger, failures, random }: SendingParts,
  outbox: {
    deliveries: ReadonlyMap<string, (payload: unknown) => Promise<void>>;
    look(): void;
    isClosing(): boolean;
  },
) {
  const retries = new Set<NodeJS.Timeout>();

  async function send(row: ClaimedRow): Promise<void> {
    try {
      const payload: unknown = JSON.parse(openPayload(row));
      await outbox.deliveries.get(row.kind)?.(payload);
    } catch (error) {
      return retryOrDrop(row, error);
    }
    await removeSent(row);
  }

  function openPayload(row: ClaimedRow): string {
    try {
      return sealer.open(row.payload_sealed);
    } catch (cause) {
      throw new DeliveryError('A message of the outbox was sealed with another secret', { isFinal: true, cause });
    }
  }

  async function retryOrDrop(row: ClaimedRow, error: unknown): Promise<void> {
    const { isFinal = false, retryAfterMs = 0 } = error instanceof DeliveryError ? error : {};
    if (isFinal || row.attempts >= maxAttempts) {
      await store.remove(row.id);
      failures.inc({ kind: row.kind, reason: isFinal ? 'rejected' : 'attempts' });
      logger.error({ err: error, ...aboutRow(row) }, 'a message could not be sent and is dropped');
      return;
    }
    const delayMs = Math.max(retryDelayMs(row.attempts, random()), retryAfterMs);
    await store.postpone(row.id, delayMs);
    logger.warn({ err: error, ...aboutRow(row), delayMs }, 'a message could not be sent; trying again later');
    const retry = setTimeout(() => {
      retries.delete(retry);
      outbox.look();
    }, delayMs + 1).unref();
    retries.add(retry);
  }

  /** However long the store is away: what was sent must not be sent again. */
  async function removeSent(row: ClaimedRow): Promise<void> {
    for (;;) {
      try {
        const isOwn = await store.remove(row.id);
        if (!isOwn) logger.warn(aboutRow(row), 'the claim of a message had ended: it may be sent twice');
        return;
      } catch (error) {
        if (outbox.isClosing()) throw error;
        logger.warn({ err: error, ...aboutRow(row) }, 'a sent message could not be deleted; trying again');
        await wait(1_000, undefined, { ref: false });
      }
    }
  }

  async function dropDead(): Promise<void> {
    for (const { id, kind, isExpired } of await store.removeDead()) {
      failures.inc({ kind, reason: isExpired ? 'expired' : 'attempts' });
      logger.error({ message: id, kind, isExpired }, 'a message was not sent in time and is dropped');
    }
  }

  return {
    send,
    dropDead,
    stopRetries(): void {
      for (const retry of retries) clearTimeout(retry);
    },
  };
}

export function createOutbox(options: {
  metadata: Pick<Metadata, 'db'>;
  instanceId: string;
  sealer: Pick<Sealer, 'seal' | 'open' | 'hash'>;
  logger: Logger;
  metrics: Registry;
  /** Time for which a row belongs to the process that took it, unless it renews the claim. */
  claimMs?: number;
  lookEvery?: number;
  random?: () => number;
  now?: () => number;
}): Outbox {
  const { sealer, logger, claimMs = 60_000, random = Math.random } = options;
  const claimant = { instance: options.instanceId, run: randomUUID() };
  const store = createOutboxStore({ db: options.metadata.db, claimant, claimMs, maxAttempts, now: options.now });
  const failures = outboxMetrics(options.metrics, store.count);
  const deliveries = new Map<string, (payload: unknown) => Promise<void>>();
  const activeSends = createActiveSends(renew, claimMs / 3);
  let looking: Promise<void> | undefined;
  let mustLookAgain = false;
  let isClosing = false;
  const { send, dropDead, stopRetries } = createSending(
    { store, sealer, logger, failures, random },
    { deliveries, look, isClosing: () => isClosing },
  );

  /** Sends what is due, as far as there is room; the end of each delivery looks again. */
  function look(): void {
    if (looking !== undefined) mustLookAgain = true;
    else if (!isClosing && deliveries.size > 0 && activeSends.count() < atATime) {
      looking = claimAndSend()
        .catch((error: unknown) => logger.warn({ err: error }, 'the outbox could not be read; trying again'))
        .finally(() => {
          looking = undefined;
          const isNeeded = mustLookAgain;
          mustLookAgain = false;
          if (isNeeded) look();
        });
    }
  }

  async function claimAndSend(): Promise<void> {
    for (const row of await store.claim([...deliveries.keys()], atATime - activeSends.count())) {
      const delivery = send(row)
        .catch((error: unknown) => logger.error({ err: error, ...aboutRow(row) }, 'a message stays in the outbox'))
        .finally(() => {
          activeSends.delete(row.id);
          look();
        });
      activeSends.add(row.id, delivery);
    }
  }

  function renew(ids: number[]): void {
    store.renew(ids).catch((error: unknown) => {
      logger.warn({ err: error }, 'claims of the outbox could not be renewed');
    });
  }

  const settled = async (): Promise<void> => {
    while (looking !== undefined || activeSends.count() > 0) await Promise.all([looking, activeSends.ended()]);
  };

  return {
    register<Payload>(kind: 'mail' | 'telegram', deliver: (payload: Payload) => Promise<void>) {
      deliveries.set(kind, (payload) => deliver(payload as Payload));
      for (const reason of ['rejected', 'attempts', 'expired']) failures.inc({ kind, reason }, 0);
      return {
        async add(payload, { validMs = defaultValidMs, orderKey } = {}) {
          await store.insert({ kind, ...sealMessage(sealer, kind, payload, orderKey), validMs });
          look();
        },
      };
    },
    start() {
      const { lookEvery = lookEveryMs } = options;
      return startWorkLoop({
        async round() {
          look();
          await dropDead();
          return lookEvery;
        },
        longestPauseMs: lookEvery,
        onError: (error) => logger.warn({ err: error }, 'the outbox could not be tidied'),
      });
    },
    settled,
    async close() {
      isClosing = true;
      stopRetries();
      const limit = new AbortController();
      await Promise.race([settled(), wait(closeTimeoutMs, undefined, { signal: limit.signal })]);
      limit.abort();
      activeSends.stopRenewing();
    },
  };
}

/** Seals a message for its row; of its order key only a hash is stored. */
function sealMessage(sealer: Pick<Sealer, 'seal' | 'hash'>, kind: string, payload: unknown, orderKey?: string) {
  return {
    payload_sealed: sealer.seal(JSON.stringify(payload)),
    order_key: orderKey === undefined ? null : sealer.hash(`outbox ${kind} ${orderKey}`),
  };
}

/** Messages that are being sent. While there are any, `renew` gets their ids at an interval, to renew their claims. */
function createActiveSends(renew: (ids: number[]) => void, intervalMs: number) {
  const deliveries = new Map<number, Promise<void>>();
  let renewing: NodeJS.Timeout | undefined;
  return {
    count: (): number => deliveries.size,
    ended: (): Promise<unknown> => Promise.all(deliveries.values()),
    add(id: number, delivery: Promise<void>): void {
      if (deliveries.size === 0) renewing = setInterval(() => renew([...deliveries.keys()]), intervalMs).unref();
      deliveries.set(id, delivery);
    },
    delete(id: number): void {
      deliveries.delete(id);
      if (deliveries.size === 0) clearInterval(renewing);
    },
    stopRenewing: (): void => clearInterval(renewing),
  };
}

/** For the log: nothing of what the message says. */
const aboutRow = ({ id, kind, attempts }: ClaimedRow) => ({ message: id, kind, attempts });
