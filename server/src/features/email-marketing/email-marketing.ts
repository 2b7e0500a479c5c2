import type { Account } from '@botscope/contract';
import type { Logger } from 'pino';
import { type Dispatcher, request } from 'undici';

const requestTimeoutMs = 5_000;
/** Limit of requests in flight: a service that hangs must not gather a day's sign-ups in memory. */
const maxBatch = 20;

export interface EmailMarketing {
  /** Sends the address to the service. Neither waits nor throws: nobody's sign-up depends on it. */
  sendAddress(account: Pick<Account, 'key' | 'email' | 'locale' | 'time_zone'>): void;
  /** Resolves when what is under way has left; for shutdown and tests. */
  settled(): Promise<void>;
}

/**
 * Joins an email marketing service: each proved address is sent to it once, as
 * `{"type": "identify", "userId", "traits": {"email", "locale", "time_zone"}}`. Nothing of bots or of their users.
 */
export function createEmailMarketing(options: {
  /** Null: there is no such service. */
  url: string | null;
  /** Guarded. */
  dispatcher: Dispatcher;
  logger: Pick<Logger, 'warn'>;
  timeoutMs?: number;
}): EmailMarketing {
  const { url, dispatcher, logger, timeoutMs = requestTimeoutMs } = options;
  const underWay = new Set<Promise<void>>();

  async function send(address: string, body: string): Promise<void> {
    try {
      const answer = await request(address, {
        method: 'POST',
        dispatcher,
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body.dump();
      if (answer.statusCode >= 300)
        logger.warn({ status: answer.statusCode }, 'EMAIL_MARKETING_URL refused an address');
    } catch (error) {
      logger.warn({ err: error }, 'EMAIL_MARKETING_URL did not get an address');
    }
  }

  return {
    sendAddress({ key, email, locale, time_zone }) {
      if (url === null || email === null || underWay.size >= maxBatch) return;
      const delivery = send(
        url,
        JSON.stringify({ type: 'identify', userId: key, traits: { email, locale, time_zone } }),
      ).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
