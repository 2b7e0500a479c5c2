import { findHolder } from '../leases/bot-leases.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { QueuedUpdate } from './bot-queue.ts';
import type { TryResult } from './bot-runner.ts';
import { buildCall } from './call-of-reply.ts';
import { executeReply, type ReplyFailure } from './execute-reply.ts';
import type { Hold } from './hold.ts';
import { parseUpdate } from './read-update.ts';
import { createRecording } from './recording.ts';
import { type RelayFailure, toBadStatusFailure, toRelayFailure } from './relay-failure.ts';
import type { HookBot, Parts } from './relay-parts.ts';
import { type Reply, readReply } from './reply.ts';
import { readRetryAfter } from './retry.ts';

/** A bot without a webhook is looked at again this often. */
const pollingSoonMs = 60_000;
/** A colleague answers its chat: looked at again this often. */
const takenSoonMs = 1_000;
/** Nobody serves the bot, or out of reach: looked at again this often. */
const holderSoonMs = 5_000;

/** Creates the function that tries one waiting update. Never rejects: a bug or a broken disk only makes it wait on. */
export function createRedelivery<B extends HookBot>(parts: Parts<B>, hold: () => Hold, closing: AbortSignal) {
  const { deps, now, health } = parts;
  const replies = createReplySending(parts, closing);

  async function attempt(key: string, item: QueuedUpdate, signal: AbortSignal): Promise<TryResult> {
    if (item.until <= now()) return expire(key, item);
    const bot = await deps.bot(key);
    if (bot === null) {
      await hold().expire(key, item);
      return 'settled';
    }
    if (parts.isLeaving()) {
      const successor = await deps.leases.successorOf(key);
      return successor === null ? { retryAfterMs: holderSoonMs } : pass(bot, item, successor, signal);
    }
    const holder = await findHolder(deps.leases, key, false);
    if (holder.is === 'unknown') return { retryAfterMs: holderSoonMs };
    if (holder.is === 'elsewhere') return pass(bot, item, holder.address, signal);
    if (parts.takenChats.isLaneTaken(key, item.lane)) return { waitMs: takenSoonMs };
    // Its updates wait for its polling as long as they live.
    if (bot.webhook === '' && bot.delivery === 'getUpdates') return { retryAfterMs: pollingSoonMs };
    const body = await hold().read(item);
    if (!item.isRecorded) recordAgain(bot, item, body);
    // Its owner took the webhook away: from now on it only collects, and nobody will ever fetch this.
    if (bot.webhook === '') return expire(key, item);
    const attemptResult = await attemptDelivery(
      parts,
      bot,
      { body, isOurs: item.isOurs, secret: item.secret },
      { signal, isWhole: true },
    );
    if ('aborted' in attemptResult) return 'aborted';
    if ('silence' in attemptResult) return recordFailure(key, toRelayFailure(attemptResult.silence), 0);
    const { answer } = attemptResult;
    answer.rest?.destroy();
    if (answer.status < 200 || answer.status > 299)
      return recordFailure(key, toBadStatusFailure(answer), readRetryAfter(answer.headers['retry-after'], now()));
    const read = await readReply(answer);
    if ('broken' in read) return recordFailure(key, { ...toBadStatusFailure(answer), text: read.broken }, 0);
    health.succeeded(key);
    // On disk before the reply is sent: killed in between, we lose a reply rather than send it twice.
    await hold().markTaken(key, item);
    try {
      if ('refused' in read) replies.recordFailure(key, '', { reason: 'ReplyRefused', code: 0, text: read.refused });
      if ('reply' in read) await replies.send(bot, read.reply);
    } finally {
      // The bot has the update, whatever happened to the reply.
      hold().drop(key, item);
    }
    return 'settled';
  }

  async function expire(key: string, item: QueuedUpdate): Promise<TryResult> {
    deps.reportFailure(key, { kind: 'relay', code: 0, method: '', reason: 'Expired', text: `update ${item.update}` });
    await hold().expire(key, item);
    return 'settled';
  }

  /** It waits there from now on. If our copy stays because we are killed, that process knows the update and drops it. */
  async function pass(bot: B, item: QueuedUpdate, address: string, signal: AbortSignal): Promise<TryResult> {
    const { update, lane, until, isOurs, secret } = item;
    const head = { bot: bot.key, update, lane, since: now(), until, isOurs, secret };
    const raw = await hold().read(item);
    const payload = { head, raw, ourHookSecret: bot.ourHookSecret, isLeaving: parts.isLeaving() };
    const isTaken = await deps.passOn.passWaiting(address, payload, signal);
    if (signal.aborted) return 'aborted';
    if (!isTaken) return { retryAfterMs: holderSoonMs };
    await hold().expire(bot.key, item);
    return 'settled';
  }

  function recordFailure(key: string, failure: RelayFailure, retryAfterMs: number): TryResult {
    health.failed(key);
    deps.reportFailure(key, failure);
    return { retryAfterMs };
  }

  /** The process before us had it on disk, but may have ended before it was recorded. Its identity makes it one. */
  function recordAgain(bot: B, item: QueuedUpdate, body: Buffer): void {
    item.isRecorded = true;
    const raw = body.toString('utf8');
    const update = parseUpdate(raw);
    if (update !== null) createRecording(parts).startUpdate(bot, raw, update);
  }

  return async (key: string, item: QueuedUpdate, signal: AbortSignal): Promise<TryResult> => {
    try {
      return await attempt(key, item, signal);
    } catch (error) {
      deps.logger.error({ err: error, bot: key, update: item.update }, 'a waiting update could not be tried');
      return { retryAfterMs: 0 };
    }
  };
}

/** Executes the calls with which bots answer waiting updates: Telegram does not wait for those answers any more. */
function createReplySending<B extends HookBot>({ deps, now, after }: Parts<B>, closing: AbortSignal) {
  async function send(bot: B, reply: Reply): Promise<void> {
    const { key, token, apiRoot } = bot;
    if (token === null) {
      const text = 'The token is not known any more';
      recordFailure(key, reply.method, { reason: 'ReplyNotSent', code: 0, text });
      return;
    }
    const startedAt = now();
    const { telegram } = deps;
    const { failure, status, response } = await executeReply({ telegram, after }, { token, apiRoot }, reply, closing);
    if (failure !== null) recordFailure(key, reply.method, failure);
    if (bot.recordsCalls)
      deps.recordCall(bot, await buildCall(reply, { status, response, startedAt, finishedAt: now() }));
  }

  function recordFailure(key: string, method: string, { reason, code, text }: ReplyFailure): void {
    deps.reportFailure(key, { kind: 'relay', code, method, reason, text });
  }

  return { send, recordFailure };
}
