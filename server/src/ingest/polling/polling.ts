import { answers, conflicts, failureReply } from '../proxy/answers.ts';
import type { ProxyBot, TelegramReply } from '../proxy/proxy-deps.ts';
import { UpstreamFailure } from '../proxy/upstream-connection.ts';
import { nextAllowedUpdates } from './allowed-updates.ts';
import type { PollAnswer, PollTarget } from './ask-updates.ts';
import { nothingNew } from './choose-updates.ts';
import { drainQueue } from './drain-queue.ts';
import { delayOfError } from './hot-loop.ts';
import { type PollRequest, readPollRequest } from './poll-request.ts';
import { type Poll, type PollingDeps, servePoll } from './serve-poll.ts';
import type { Session } from './session.ts';
import { createSessions, isIdle } from './sessions.ts';
import { Interrupted, Turn } from './turn.ts';

/** One getUpdates call of a bot. */
export interface PollCall<B> {
  bot: B;
  apiPath: PollTarget;
  params: Readonly<Record<string, unknown>>;
  /** Calls back when the client hangs up. */
  onGone(hungUp: () => void): void;
}

/** Serves the polling of bots from Telegram's queue, which stays the only one: nothing is kept here. */
export interface Polling<B> {
  /** The answer for the bot; null if it hung up. Never rejects. */
  poll(call: PollCall<B>): Promise<PollAnswer | TelegramReply | null>;
  /** Records everything that waits at Telegram and confirms it: the bot asked to drop it, our numbers keep it. */
  drain(bot: B, apiPath: PollTarget): Promise<void>;
  /** The bot chose its kinds by setWebhook: what an earlier poll named no longer counts. */
  forgetAllowed(token: string): void;
  /** True while the bot does not poll, and all that its polls brought is durable. */
  isIdle(bot: string): boolean;
  /** Answers the polls under way with nothing, so that the server can stop. */
  close(): void;
}

/**
 * Time an answer may take beyond what the bot asked for. Telegram makes a repeated poll wait 3 s; python-telegram-bot
 * gives up 5 s after its time, go-telegram 10 s after the 50 that Telegram makes of its 59.
 */
const slackMs = 4_900;
/** Polls that end each other again within this time belong to two processes. */
const duelMs = 60_000;

export function createPolling<B extends ProxyBot>(deps: PollingDeps<B>): Polling<B> {
  const { clock } = deps;
  const sessions = createSessions(clock);
  const failures = createPollFailures(deps);
  let isClosing = false;

  function allowedFor(session: Session, { bot, apiPath }: PollCall<B>, request: PollRequest): void {
    if (request.allowedUpdates === undefined) return;
    const before = session.allowed?.kinds ?? bot.allowedUpdates;
    const kinds = nextAllowedUpdates(before, request.allowedUpdates);
    session.allowed = { kinds };
    const isNew = JSON.stringify(kinds) !== JSON.stringify(bot.allowedUpdates);
    if (isNew && !apiPath.isTest) deps.intercepts.rememberAllowedUpdates(bot, kinds === null ? null : [...kinds]);
  }

  // Another process polls Telegram in our place now, and a second poll would end its one.
  deps.leases.onLost((bot) => {
    for (const session of sessions.ofBot(bot)) session.interruptAll('moved');
  });

  async function run(poll: Poll<B>): Promise<PollAnswer | TelegramReply> {
    try {
      return await servePoll(deps, poll);
    } catch (error) {
      if (error instanceof UpstreamFailure) return failures.refuse(poll, failureReply(error));
      throw error;
    }
  }

  return {
    async poll(call) {
      const { bot, apiPath } = call;
      const request = readPollRequest(call.params);
      const session = sessions.ensure(bot.key, apiPath);
      const startedAt = clock.now();
      const endsAt = startedAt + request.timeout * 1_000;
      const turn = new Turn(clock);
      call.onGone(() => turn.interrupt('gone'));
      const cancel = clock.after(request.timeout * 1_000 + slackMs, () => turn.interrupt('late'));
      try {
        if (isClosing) return nothingNew();
        allowedFor(session, call, request);
        session.enter(turn);
        const { offset, limit } = request;
        const getAllowedKinds = () => (session.allowed === null ? bot.allowedUpdates : session.allowed.kinds);
        const answer = await run({
          bot,
          apiPath,
          session,
          turn,
          offset,
          limit,
          startedAt,
          endsAt,
          allowed: getAllowedKinds,
        });
        if (answer.status >= 400 && session.errors !== null) session.errors.lastAt = clock.now();
        return answer;
      } catch (error) {
        if (error instanceof Interrupted) {
          // Only the owner is notified: an error would make the bot repeat the poll at once.
          if (error.reason === 'late' && session.isServed(turn)) failures.report(bot, 'Timeout');
          if (error.reason === 'replaced') return failures.endReplaced(bot, session);
          return error.reason === 'gone' ? null : nothingNew();
        }
        deps.logger.error({ err: error, bot: bot.key }, 'a poll failed');
        return answers.internal;
      } finally {
        cancel();
        session.leave(turn);
      }
    },

    drain: (bot, apiPath) => drainQueue(deps, sessions.ensure(bot.key, apiPath), bot, apiPath),

    forgetAllowed(token) {
      const session = sessions.find(token);
      if (session !== undefined) session.allowed = null;
    },

    isIdle: (bot) => sessions.ofBot(bot).every(isIdle),

    close() {
      isClosing = true;
      for (const session of sessions.all()) session.interruptAll('closing');
    },
  };
}

/** Polls that end without updates: what the bot gets, and what its owner reads. */
function createPollFailures<B extends ProxyBot>(deps: PollingDeps<B>) {
  const report = (bot: B, reason: 'Timeout' | 'Unreachable'): void =>
    deps.reportFailure(bot.key, { kind: 'polling', code: 0, method: 'getUpdates', reason, text: '' });

  /**
   * Returns Telegram's answer to the older of two polls. The owner is notified if two polls end each other, not if one
   * ends the other.
   */
  function endReplaced(bot: B, session: Session): TelegramReply {
    const { text, reply } = conflicts.secondPoller;
    if (session.noteReplaced(deps.clock.now(), duelMs)) {
      deps.intercepts.problem(bot, 'SecondPoller', text);
      deps.reportFailure(bot.key, { kind: 'polling', code: 409, method: 'getUpdates', reason: 'SecondPoller', text });
    }
    return reply;
  }

  async function refuse(poll: Poll<B>, reply: TelegramReply): Promise<TelegramReply> {
    const { bot, session, turn } = poll;
    report(bot, reply.status === 504 ? 'Timeout' : 'Unreachable');
    const { delayMs, run: errors } = delayOfError(session.errors, poll.startedAt);
    session.errors = errors;
    if (delayMs > 0) await turn.sleep(delayMs);
    return reply;
  }

  return { report, endReplaced, refuse };
}
