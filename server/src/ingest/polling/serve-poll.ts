import type { BotErrorReason } from '@botscope/contract';
import { isObject } from '../../telegram/json.ts';
import { conflicts } from '../proxy/answers.ts';
import type { ProxyBot, ProxyClock, ProxyDeps, TelegramReply } from '../proxy/proxy-deps.ts';
import type { Upstream } from '../proxy/upstream.ts';
import { noTakenChats } from '../relay/taken-chats.ts';
import type { AllowedUpdates } from './allowed-updates.ts';
import { askUpdates, type PollAnswer, type PollTarget } from './ask-updates.ts';
import {
  chooseUpdates,
  mergeUpdates,
  offsetOfLast,
  parseQueued,
  type Selection,
  withUpdates,
} from './choose-updates.ts';
import { delayOfError } from './hot-loop.ts';
import { awaitRecorded, recordBatch } from './record-batch.ts';
import type { Session } from './session.ts';
import { type RawUpdate, sliceUpdates } from './slice-updates.ts';
import { Interrupted, type Turn } from './turn.ts';

/** Parts of the proxy's dependencies that polling uses. */
export type PollingDeps<B extends ProxyBot> = Pick<
  ProxyDeps<B>,
  'recordUpdates' | 'reportFailure' | 'intercepts' | 'queued' | 'leases' | 'logger' | 'takenChats'
> & { upstream: Upstream; clock: ProxyClock };

/** A poll under way. `offset` moves on while batches are left out. */
export interface Poll<B> {
  bot: B;
  apiPath: PollTarget;
  session: Session;
  turn: Turn;
  offset: number;
  limit: number;
  /** Unix milliseconds; `endsAt` is when the bot's own timeout expires. */
  startedAt: number;
  endsAt: number;
  allowed(): AllowedUpdates;
  isReported?: boolean;
}

/** Minimum time of retries after a conflict, ms, also without a poll timeout: one 409 ends most bots for good. */
const conflictMs = 3_000;
const conflictPauseMs = 1_000;
/** Batches have a hundred updates at most, so more than these cannot be kept back while the rest is confirmed. */
const maxEntries = 99;
const allQueued = 100;

/** Asks Telegram until there is something for the bot, or its timeout expires. @throws Interrupted, UpstreamFailure */
export async function servePoll<B extends ProxyBot>(
  deps: PollingDeps<B>,
  poll: Poll<B>,
): Promise<PollAnswer | TelegramReply> {
  const { bot, session, apiPath } = poll;
  if (bot.delivery === 'webhook' && !apiPath.isTest && !(await becomesSource(deps, poll))) {
    return refuseBesideWebhook(deps, poll);
  }
  if (poll.offset < 0) {
    const errorAnswer = await settleNegative(deps, poll);
    if (errorAnswer !== null) return errorAnswer;
  }
  for (;;) {
    const queued = apiPath.isTest ? [] : await takeQueued(deps, poll);
    await awaitRecorded(poll);
    const timeout = queued.length > 0 ? 0 : secondsLeft(deps, poll);
    const answer = await ask(deps, poll, { offset: poll.offset, limit: poll.limit, timeout });
    if (answer.status !== 200) {
      if (answer.status === 409 && (await mayPass(deps, poll, answer))) continue;
      return refuse(deps, poll, answer);
    }
    session.errors = null;
    const newUpdates = sliceUpdates(answer.body);
    // The shape is unknown to us, so the bot judges the answer.
    if (newUpdates === null) return answer;
    if (newUpdates.length > 0) await recordBatch(deps, poll, newUpdates, 'before handing on');
    const batch = queued.length > 0 ? mergeUpdates(queued, newUpdates, poll.limit) : newUpdates;
    const selection = chooseUpdates(batch, poll.allowed());
    const { updates, isWhole } = withoutTaken(deps, poll, selection);
    if (queued.length === 0 && isWhole) return answer;
    const last = batch.at(-1);
    if (updates.length > 0 || last === undefined) return withUpdates(answer, updates);
    // Nothing for the bot: confirmed for it, or those behind would never be reached.
    poll.offset = last.id + 1;
  }
}

/** Leaves out updates of chats that colleagues answer: for the bot they are gone. */
function withoutTaken<B extends ProxyBot>(
  { takenChats = noTakenChats }: PollingDeps<B>,
  { apiPath, bot }: Poll<B>,
  { updates, isWhole }: Selection,
): Selection {
  if (apiPath.isTest) return { updates, isWhole };
  const passed = updates.filter(({ update }) => takenChats.decide(bot.key, update, false).do === 'pass');
  return { updates: passed, isWhole: isWhole && passed.length === updates.length };
}

const secondsLeft = <B extends ProxyBot>(deps: PollingDeps<B>, { endsAt }: Poll<B>): number =>
  Math.max(0, Math.round((endsAt - deps.clock.now()) / 1_000));

/** A poll with an offset confirms updates: only the process that serves the bot may send it. @throws Interrupted */
export function assertHere<B extends ProxyBot>({ leases }: Pick<PollingDeps<B>, 'leases'>, { key }: B): void {
  if (leases.holderOf(key).is !== 'here') throw new Interrupted('moved');
}

async function ask<B extends ProxyBot>(
  deps: PollingDeps<B>,
  poll: Poll<B>,
  parameters: { offset: number; limit: number; timeout: number },
): Promise<PollAnswer> {
  assertHere(deps, poll.bot);
  const allowedKinds = poll.allowed();
  return poll.turn.wait((resolve, reject) =>
    askUpdates(deps.upstream, poll.apiPath, { ...parameters, allowed: allowedKinds }, resolve, reject),
  );
}

/** Our webhook stands at Telegram and the bot polls: the source follows a bot that has no webhook of its own. */
async function becomesSource<B extends ProxyBot>(deps: PollingDeps<B>, { bot, apiPath }: Poll<B>): Promise<boolean> {
  try {
    return await deps.intercepts.beginPolling(bot, apiPath.token);
  } catch (error) {
    // Telegram's own answer to the poll will report.
    deps.logger.warn({ bot: bot.key, reason: String(error) }, 'our webhook could not be taken away for polling');
    return true;
  }
}

/** One stray poll must not take the updates away from the address that the bot has set. */
async function refuseBesideWebhook<B extends ProxyBot>(deps: PollingDeps<B>, poll: Poll<B>): Promise<TelegramReply> {
  const { text, reply } = conflicts.ownWebhook;
  deps.intercepts.problem(poll.bot, 'SecondPoller', text);
  report(deps, poll, 409, 'SecondPoller', text);
  await slowDown(poll);
  return reply;
}

async function slowDown<B extends ProxyBot>(poll: Poll<B>): Promise<void> {
  const { delayMs, run } = delayOfError(poll.session.errors, poll.startedAt);
  poll.session.errors = run;
  if (delayMs > 0) await poll.turn.sleep(delayMs);
}

async function takeQueued<B extends ProxyBot>(deps: PollingDeps<B>, poll: Poll<B>): Promise<RawUpdate[]> {
  if (deps.queued.queued(poll.bot.key) === 0) return [];
  const offset = Math.max(0, poll.offset);
  const queued = parseQueued(await deps.queued.takeQueued(poll.bot.key, offset, allQueued));
  return queued.filter(({ id }) => id >= offset);
}

/**
 * A negative offset means "only the last ones; forget the rest". What is forgotten is recorded first: the queue is read
 * from its head, always leaving at least as many unconfirmed as the bot may get. Afterwards the offset is a number.
 * @returns an answer that ends the poll, or null to go on
 */
async function settleNegative<B extends ProxyBot>(deps: PollingDeps<B>, poll: Poll<B>): Promise<PollAnswer | null> {
  const count = Math.min(maxEntries, -poll.offset);
  let offset = 0;
  for (;;) {
    await awaitRecorded(poll);
    const answer = await ask(deps, poll, { offset, limit: 100, timeout: 0 });
    if (answer.status !== 200) {
      if (answer.status === 409 && (await mayPass(deps, poll, answer))) continue;
      return refuse(deps, poll, answer);
    }
    const batch = sliceUpdates(answer.body);
    if (batch === null) return answer;
    if (batch.length > 0) await recordBatch(deps, poll, batch, 'before confirming');
    const next = offsetOfLast(batch, poll.allowed(), count);
    if (next !== null) offset = next;
    if (batch.length < 100) {
      const queued = poll.apiPath.isTest ? [] : await takeQueued(deps, { ...poll, offset: 0 });
      // Updates queued here are older than an empty queue.
      if (next === null) offset = offsetOfLast(queued, poll.allowed(), count) ?? 0;
      poll.offset = offset;
      return next === null && queued.length === 0 && secondsLeft(deps, poll) === 0 ? answer : null;
    }
  }
}

/** A conflict: reported to the owner, and polled again while there is time. */
async function mayPass<B extends ProxyBot>(deps: PollingDeps<B>, poll: Poll<B>, answer: PollAnswer): Promise<boolean> {
  const text = parseDescription(answer);
  if (poll.isReported !== true) {
    const isWebhook = /webhook/i.test(text);
    deps.intercepts.problem(poll.bot, isWebhook ? 'WebhookChanged' : 'SecondPoller', text);
    report(deps, poll, 409, isWebhook ? 'WebhookChanged' : 'SecondPoller', text);
    poll.isReported = true;
  }
  const end = Math.max(poll.endsAt, poll.startedAt + conflictMs);
  if (deps.clock.now() + conflictPauseMs > end) return false;
  await poll.turn.sleep(conflictPauseMs);
  return true;
}

/** Telegram's error is returned to the bot unchanged; one that is repeated at once is delayed. */
async function refuse<B extends ProxyBot>(
  deps: PollingDeps<B>,
  poll: Poll<B>,
  answer: PollAnswer,
): Promise<PollAnswer> {
  const text = parseDescription(answer);
  if (answer.status === 401) {
    deps.intercepts.problem(poll.bot, 'TokenRevoked', text);
    report(deps, poll, 401, 'Unauthorized', text);
  } else if (answer.status !== 409) report(deps, poll, answer.status, 'BadStatus', text);
  await slowDown(poll);
  return answer;
}

function report<B extends ProxyBot>(
  deps: PollingDeps<B>,
  { bot }: Poll<B>,
  code: number,
  reason: BotErrorReason,
  text: string,
): void {
  deps.reportFailure(bot.key, { kind: 'polling', code, method: 'getUpdates', reason, text });
}

function parseDescription({ body }: PollAnswer): string {
  const text = body.toString('utf8', 0, 2_000);
  try {
    const parsedBody: unknown = JSON.parse(text);
    return isObject(parsedBody) && typeof parsedBody.description === 'string' ? parsedBody.description : text;
  } catch {
    return text;
  }
}
