import type { UnrecordedLog } from '../../platform/journal/unrecorded-log.ts';
import type { JsonObject } from '../../telegram/json.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { decide } from './decide.ts';
import type { Answer, Attempt } from './forward-update.ts';
import type { Hold } from './hold.ts';
import { identifyUpdate, isOwnWebhook, isWanted, type Known, parseUpdate, unmeasuredLength } from './read-update.ts';
import { createRecording, type UnderWay } from './recording.ts';
import { toBadStatusFailure, tooLarge, toRelayFailure } from './relay-failure.ts';
import type { HookBot, Parts } from './relay-parts.ts';
import { pauseAfter, readRetryAfter } from './retry.ts';

/** Time for recording after the bot's answer: its users do not wait for our disk. */
const timeoutMs = 10;
/** Without a waiting bot, recording is the only work: it may take longer before Telegram is asked to come again. */
const collectingTimeoutMs = 20_000;

/** A body that is not JSON goes to the bot and is not recorded. */
const nothing: UnderWay = { wait: async () => true, recorded: Promise.resolve() };

/** A full disk concerns thousands of updates a second; the log has one line for all. */
const logPauseMs = 10_000;

/** The response to Telegram: the bot's own answer, or one of ours. `gone`: Telegram has hung up. */
export type HookResponse = { answer: Answer } | { status: 200 | 502 | 503 | 504 } | { gone: true };

export interface Incoming {
  body: Buffer;
  /** The secret header as it came. */
  secret: string | null;
  /** Aborted when Telegram hangs up. */
  gone: AbortSignal;
}

/** Delivers an update while Telegram waits. */
export function createDelivery<B extends HookBot>(parts: Parts<B>, hold: Hold, unrecordedLog: UnrecordedLog) {
  const { deps, now, after, health } = parts;
  const recording = createRecording(parts);
  let loggedAt = Number.NEGATIVE_INFINITY;
  const keep = createKeeping(parts, hold);
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve));

  async function deliver(bot: B, incoming: Incoming, knownUpdate: Known | null): Promise<HookResponse> {
    const startedAt = now();
    const canHold = bot.token !== null && knownUpdate !== null;
    let last: Attempt | null = null;
    for (let tries = 0; ; ) {
      const { outcome, retryAfterMs } = readAttempt(last, now());
      const laneQueued = knownUpdate !== null && hold.isLaneQueued(bot.key, knownUpdate.lane);
      const step = decide({ outcome, canHold, laneQueued, tries, elapsedMs: now() - startedAt, retryAfterMs });
      if (step.do === 'hold' && knownUpdate !== null) {
        try {
          await keep(bot, knownUpdate, incoming, tries, retryAfterMs);
          discard(last);
          return { status: 200 };
        } catch (error) {
          // The disk is full, say: then Telegram keeps the update.
          if (now() - loggedAt >= logPauseMs) {
            loggedAt = now();
            deps.logger.error({ err: error, bot: bot.key }, 'updates cannot be kept here');
          }
          return last === null ? { status: 503 } : responseTo(last);
        }
      }
      if (step.do === 'answer' && last !== null) return responseTo(last);
      discard(last);
      if (step.do === 'retry' && step.afterMs > 0) await pause(step.afterMs);
      // Telegram hung up in the pause, or another process serves the bot now.
      if (incoming.gone.aborted) return { gone: true };
      const { body, secret, gone } = incoming;
      const post = { body, secret, isOurs: isOwnWebhook(bot, incoming) };
      last = await attemptDelivery(parts, bot, post, { signal: gone, spentMs: now() - startedAt });
      if ('aborted' in last) return { gone: true };
      tries += 1;
      if (knownUpdate !== null && isTaken(last) && deps.leases.isInherited(bot.key)) hold.note(bot.key, knownUpdate.id);
      note(bot.key, last);
    }
  }

  /** A colleague answers this chat: the bot does not get the update, or later. Null for all others. */
  async function withhold(
    bot: B,
    incoming: Incoming,
    knownUpdate: Known | null,
    update: JsonObject | null,
  ): Promise<HookResponse | null> {
    const canWait = bot.token !== null && knownUpdate !== null;
    const decision = parts.takenChats.decide(bot.key, update, canWait);
    if (decision.do === 'pass') return null;
    if (decision.do === 'drop' || knownUpdate === null) return { status: 200 };
    try {
      await keep(bot, knownUpdate, incoming, 0, 0);
      return { status: 200 };
    } catch {
      return { status: 503 };
    }
  }

  function note(key: string, attempt: Attempt): void {
    if (isTaken(attempt)) {
      health.succeeded(key);
      return;
    }
    health.failed(key);
    if ('silence' in attempt) deps.reportFailure(key, toRelayFailure(attempt.silence));
    if ('answer' in attempt) deps.reportFailure(key, toBadStatusFailure(attempt.answer));
  }

  return async (bot: B, incoming: Incoming): Promise<HookResponse> => {
    const raw = incoming.body.toString('utf8');
    const update = parseUpdate(raw);
    if (update === null && raw.length > unmeasuredLength) deps.reportFailure(bot.key, tooLarge(raw));
    const underWay = update === null ? nothing : recording.startUpdate(bot, raw, update);
    if (bot.webhook === '') return { status: (await underWay.wait(collectingTimeoutMs)) ? 200 : 503 };
    const knownUpdate = update === null ? null : identifyUpdate(update);
    const isCopy = knownUpdate !== null && hold.knows(bot.key, knownUpdate.id);
    const isUnwanted = update !== null && isOwnWebhook(bot, incoming) && !isWanted(bot, update);
    const startedAt = now();
    const withheld = isCopy || isUnwanted ? null : await withhold(bot, incoming, knownUpdate, update);
    const hookResponse: HookResponse =
      isCopy || isUnwanted ? { status: 200 } : (withheld ?? (await deliver(bot, incoming, knownUpdate)));
    if (bot.recordsCalls && 'answer' in hookResponse) recording.reply(bot, hookResponse.answer, startedAt);
    const isRecorded = await underWay.wait(deps.hasBacklog() ? 0 : timeoutMs);
    if (!isRecorded) unrecordedLog.keep(bot.key, JSON.stringify(raw), underWay.recorded);
    return hookResponse;
  };
}

/** Creates the function that puts an update into the queue on disk. */
function createKeeping<B extends HookBot>({ now, random }: Parts<B>, hold: Hold) {
  /** `tries`: failed ones so far. @throws the journal's error. */
  return async (bot: B, knownUpdate: Known, incoming: Incoming, tries: number, retryAfterMs: number): Promise<void> => {
    const since = now();
    const { id: update, lane, lifeMs } = knownUpdate;
    const dueAt = tries === 0 ? since : since + pauseAfter(tries, retryAfterMs, random);
    const isOurs = isOwnWebhook(bot, incoming);
    const secret = isOurs ? null : incoming.secret;
    const head = { bot: bot.key, update, lane, since, until: since + lifeMs, isOurs, secret };
    await hold.add(head, incoming.body, { failures: tries, dueAt });
  };
}

const isTaken = (attempt: Attempt): boolean =>
  'answer' in attempt && attempt.answer.status >= 200 && attempt.answer.status < 300;

/** The last attempt as the next step sees it, with the pause that the bot asked for. */
function readAttempt(attempt: Attempt | null, nowMs: number) {
  const outcome = attempt === null ? 'none' : isTaken(attempt) ? 'taken' : 'failed';
  const hasAnswer = attempt !== null && 'answer' in attempt;
  const retryAfterMs = hasAnswer ? readRetryAfter(attempt.answer.headers['retry-after'], nowMs) : 0;
  return { outcome, retryAfterMs } as const;
}

/** The response for the last attempt. */
function responseTo(attempt: Attempt): HookResponse {
  if ('answer' in attempt) return { answer: attempt.answer };
  if ('aborted' in attempt) return { gone: true };
  return { status: attempt.silence.reason === 'Timeout' ? 504 : 502 };
}

/** The unread rest of an answer would keep its connection busy. */
function discard(attempt: Attempt | null): void {
  if (attempt !== null && 'answer' in attempt) attempt.answer.rest?.destroy();
}
