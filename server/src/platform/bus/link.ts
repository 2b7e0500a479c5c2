import type { Logger } from 'pino';
import { type ListenConnection, openListenConnection } from './listen-connection.ts';

const firstRetryMs = 100;
const longestRetryMs = 5_000;

/** The way to the other processes: one connection, made again whenever it is lost. */
export interface Link {
  isConnected(): boolean;
  /** Rejects while there is no connection. */
  send(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Resolves after the first attempt, also when it failed: a process without the others does its work. */
export async function openLink(options: {
  databaseUrl: string;
  onPayload: (payload: string) => void;
  /** There is a connection after a time without one, in which messages were missed. */
  onReconnect: () => void;
  logger: Pick<Logger, 'info' | 'warn'>;
}): Promise<Link> {
  const { databaseUrl, onPayload, onReconnect, logger } = options;
  let connection: ListenConnection | null = null;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = firstRetryMs;
  let isClosed = false;
  /** So that an outage is two lines of the log. */
  let isDown = false;

  const scheduleRetry = (error: unknown): void => {
    if (isClosed) return;
    if (!isDown) logger.warn({ err: error }, 'the bus is down: changes of other processes are seen later');
    isDown = true;
    // Processes retry at different moments: a server that has just started has enough to do.
    retry = setTimeout(connect, retryMs * (0.5 + Math.random() / 2)).unref();
    retryMs = Math.min(2 * retryMs, longestRetryMs);
  };
  const onLost = (error: Error): void => {
    connection = null;
    scheduleRetry(error);
  };
  async function connect(): Promise<void> {
    try {
      const newConnection = await openListenConnection({ databaseUrl, onPayload, onLost });
      if (isClosed) return await newConnection.close();
      connection = newConnection;
      retryMs = firstRetryMs;
      if (!isDown) return;
      isDown = false;
      logger.info('the bus is up again');
      onReconnect();
    } catch (error) {
      scheduleRetry(error);
    }
  }

  await connect();
  return {
    isConnected: () => connection !== null,
    async send(payloads) {
      if (connection === null) throw new Error('The bus is down');
      await connection.notify(payloads);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await connection?.close();
      connection = null;
    },
  };
}
