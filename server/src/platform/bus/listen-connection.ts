import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';

const channel = 'botscope_changes';
/** Shown in `pg_stat_activity`. */
export const applicationName = 'botscope-bus';
const timeoutMs = 5_000;
/** Interval at which the connection is tested from end to end. */
const beatMs = 5_000;

export interface ListenConnection {
  /** Sends to all listening processes, this one too. */
  notify(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A connection of its own that listens: connections of the pool serve many, and close when idle. It sends itself a
 * message every few seconds. One that does not come back means a connection that is cut without a word, or a connection
 * pool that hands each statement to another session.
 */
export async function openListenConnection(options: {
  databaseUrl: string;
  onPayload: (payload: string) => void;
  /** Called once, and never after `close`. */
  onLost: (error: Error) => void;
}): Promise<ListenConnection> {
  // Our own socket, so that one which no longer answers can be closed without waiting for it.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  const beatChannel = `botscope_beat_${randomBytes(8).toString('hex')}`;
  let beat: NodeJS.Timeout | undefined;
  let missed = 0;
  let isOpen = false;

  const lose = (error: Error): void => {
    clearInterval(beat);
    socket.destroy();
    if (!isOpen) return;
    isOpen = false;
    options.onLost(error);
  };
  const notify = async (to: string, payloads: readonly string[]): Promise<void> => {
    try {
      await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [to, [...payloads]]);
    } catch (error) {
      lose(error as Error);
      throw error;
    }
  };

  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection has ended')));
  client.on('notification', ({ channel: from, payload = '' }) => {
    if (from === beatChannel) missed = 0;
    else if (isOpen) options.onPayload(payload);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}; LISTEN ${beatChannel}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  isOpen = true;
  beat = setInterval(() => {
    missed += 1;
    // A first miss does not count: a busy event loop runs this before it reads what has arrived.
    if (missed > 2) lose(new Error('Messages do not come back: DATABASE_URL must not lead to a transaction pool'));
    else notify(beatChannel, ['']).catch(() => undefined);
  }, beatMs).unref();

  return {
    notify: (payloads) => notify(channel, payloads),
    async close() {
      isOpen = false;
      clearInterval(beat);
      const timeout = setTimeout(() => socket.destroy(), 1_000);
      await client.end().catch(() => undefined);
      clearTimeout(timeout);
    },
  };
}
