import type { WebhookTest } from '@botscope/contract';
import { type Dispatcher, request } from 'undici';
import { classifyFailure } from '../../platform/outgoing/failure.ts';

const defaultTimeoutMs = 5_000;
const shownCharacters = 2_000;
/** Enough bytes for the characters shown, whatever the script. */
const readBytes = 8_192;

/**
 * The one request that every framework answers with 200 and none dies of: an update of no kind. A GET, an empty body or
 * broken JSON ends the process of some bots (gramio, node-telegram-bot-api 2, grammY's plain http adapter).
 */
const probe = '{"update_id":1}';

/** Asks a bot's webhook whether it is there: 200 within 5 seconds, redirects not followed. Never throws. */
export async function probeWebhook(options: {
  dispatcher: Dispatcher;
  url: URL;
  /** Secret token that the bot expects. */
  secret: string | null;
  timeoutMs?: number;
}): Promise<WebhookTest> {
  const { dispatcher, url, secret } = options;
  const startedAt = performance.now();
  const passed = (): number => Math.round(performance.now() - startedAt);
  let status: number | null = null;
  let body = '';
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        ...basicAuth(url),
        ...(secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret }),
        'content-type': 'application/json',
      },
      body: probe,
      signal: AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    });
    status = answer.statusCode;
    body = await beginning(answer.body);
    return { ok: status === 200, status, body, ms: passed(), failure: null };
  } catch (error) {
    // A status that came counts, even if the rest of the answer did not.
    return { ok: status === 200, status, body, ms: passed(), failure: status === null ? classifyFailure(error) : null };
  }
}

/** Telegram turns the userinfo of a webhook address into this header. */
function basicAuth(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const userinfo = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(userinfo).toString('base64')}` };
}

async function beginning(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop drops the connection: the rest of an endless answer is never read.
    if (bytes >= readBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, shownCharacters).toWellFormed();
}
