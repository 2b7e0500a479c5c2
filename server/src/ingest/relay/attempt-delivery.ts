import { type Attempt, forwardRequest, webhookHeaders } from './forward-update.ts';
import type { HookBot, Parts } from './relay-parts.ts';
import { replyBytes } from './reply.ts';

/** Telegram waits 60 s; what we give the bot ends before that, so that our answer still arrives. */
const botTimeLimitMs = 57_000;

interface DeliveryOptions {
  signal: AbortSignal;
  /** Milliseconds of the bot's time that earlier tries took. */
  spentMs?: number;
  /** The answer is for us, not for Telegram: read it whole. */
  isWhole?: boolean;
}

/** Gives one update to the bot's webhook, the way Telegram would. Never rejects. */
export async function attemptDelivery<B extends HookBot>(
  { deps, after, upstreams }: Parts<B>,
  bot: B,
  update: { body: Buffer; isOurs: boolean; secret: string | null },
  { signal, spentMs = 0, isWhole = false }: DeliveryOptions,
): Promise<Attempt> {
  const upstream = upstreams(bot.webhook);
  if (upstream === null)
    return { silence: { reason: 'Unreachable', text: 'The webhook is not an address', unsent: true } };
  const headers = webhookHeaders(
    upstream,
    update.isOurs ? bot.botWebhookSecret : update.secret || bot.botWebhookSecret,
  );
  const timeoutMs = Math.max(1, botTimeLimitMs - spentMs);
  const limits = { timeoutMs, signal, after, ...(isWhole ? { bufferBytes: replyBytes } : {}) };
  return await forwardRequest(deps.dispatcher, { upstream, headers, body: update.body }, limits);
}
