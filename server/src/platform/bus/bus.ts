import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import { createCoalescer } from './coalescer.ts';
import { openLink } from './link.ts';
import { type Change, createListeners } from './listeners.ts';
import { decodePayload, encodePayloads } from './payload.ts';
import type { Topic } from './topics.ts';

export type { Change } from './listeners.ts';

/** Time limit for the last messages when the process stops. */
const closeTimeoutMs = 1_000;

/** Carries what one process has changed to all processes of the installation, as keys only: what is behind a key, each reads. */
export interface Bus {
  /**
   * To be called when the change is committed. Calls the listeners of this process before it returns; the other
   * processes hear of it within a second. Never throws, and nobody waits for it.
   */
  publish(topic: Topic, key: string): void;
  /** Calls back for every key; returns a function that unsubscribes. */
  subscribe(topic: Topic, listener: (change: Change) => void): () => void;
  /** Calls back when this key has changed or may have; returns a function that unsubscribes. */
  watch(topic: Topic, key: string, listener: () => void): () => void;
}

/** A bus that reaches only this process. */
export function createLocalBus(
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Bus {
  const { subscribe, watch, deliver } = createListeners(onError);
  return { subscribe, watch, publish: (topic, key) => deliver({ topic, key }, true) };
}

/**
 * Opens the bus: LISTEN and NOTIFY of the PostgreSQL server. Without one it reaches only this process, and that is all
 * of them: one process at a time has the directory of the embedded store.
 */
export async function openBus(options: {
  databaseUrl?: string | undefined;
  logger: Logger;
  metrics: Registry;
}): Promise<{ bus: Bus; close(): Promise<void> }> {
  const { databaseUrl, logger, metrics } = options;
  const onError = (error: unknown): void => logger.error({ err: error }, 'a listener of the bus failed');
  if (!databaseUrl) {
    connectedGauge(metrics, () => true);
    return { bus: createLocalBus(onError), close: async () => undefined };
  }
  const id = randomBytes(8).toString('hex');
  const listeners = createListeners(onError);
  let isClosed = false;
  const outgoing = createCoalescer({ send: (notices) => link.send(encodePayloads({ from: id, notices })) });
  const link = await openLink({
    databaseUrl,
    logger,
    onPayload(text) {
      const payload = decodePayload(text);
      if (payload === null || payload.from === id) return;
      if (payload.notices === 'all') listeners.deliverAll();
      else for (const notice of payload.notices) listeners.deliver(notice, false);
    },
    onReconnect() {
      listeners.deliverAll();
      outgoing.resume();
    },
  });
  connectedGauge(metrics, link.isConnected);
  return {
    bus: {
      subscribe: listeners.subscribe,
      watch: listeners.watch,
      publish(topic, key) {
        listeners.deliver({ topic, key }, true);
        if (!isClosed) outgoing.add({ topic, key });
      },
    },
    async close() {
      isClosed = true;
      await withTimeout(outgoing.finish(), closeTimeoutMs).catch(() => undefined);
      await link.close();
    },
  };
}

function connectedGauge(metrics: Registry, isConnected: () => boolean): void {
  new Gauge({
    name: 'botscope_bus_connected',
    help: '1 while this process hears what other processes change; always 1 with the embedded store',
    registers: [metrics],
    collect() {
      this.set(isConnected() ? 1 : 0);
    },
  });
}
