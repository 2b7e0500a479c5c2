import { answers, conflicts, failureReply } from '../proxy/answers.ts';
import type { ProxyBot, TelegramReply } from '../proxy/proxy-deps.ts';
import { UpstreamFailure } from '../proxy/upstream-connection.ts';
import { nextAllowedUpdates } from './allowed-updates.ts';
import { askUpdates, type PollAnswer, type PollTarget } from './ask-updates.ts';
import { nothingNew } from './choose-updates.ts';
import { delayOfError } from './hot-loop.ts';
import { type PollRequest, readPollRequest } from './poll-request.ts';
import { recordBatch } from './record-batch.ts';
import { assertHere, type Poll, type PollingDeps, servePoll } from './serve-poll.ts';
import { Session } from './session.ts';
import { sliceUpdates } from './slice-updates.ts';
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

/** A session that nobody used for this long is forgotten; the kinds it knew are in the bot's row. */
const sessionIdleMs = 600_000;
/**
 * Time an answer may take beyond what the bot asked for. Telegram makes a repeated poll wait 3 s; python-telegram-bot
 * gives up 5 s after its time, go-telegram 10 s after the 50 that Telegram makes of its 59.
 */
const slackMs = 4_900;
/** Polls that end each other again within this time belong to two processes. */
const duelMs = 60_000;
/** A hundred thousand updates: no queue is longer, and a drain must end. */
const maxDrainedBatches = 1_000;

export function createPolling<B extends ProxyBot>(deps: PollingDeps<B>): Polling<B> {
  const { clock } = deps;
  const sessions = new Map<string, Session>();
  let isClosing = false;
  let tidiedAt = 0;

  function ensureSession(bot: B, { token, isTest }: PollTarget): Session {
    const name = isTest ? `${token}/test` : token;
    const now = clock.now();
    let session = sessions.get(name);
    if (session === undefined) {
      if (now - tidiedAt > sessionIdleMs) forgetIdle(now);
      session = new Session(bot.key);
      sessions.set(name, session);
    }
    session.usedAt = now;
    return session;
  }

  function forgetIdle(now: number): void {
    tidiedAt = now;
    for (const [name, session] of sessions) {
      if (!session.isBusy && session.recording === null && now - session.usedAt > sessionIdleMs) sessions.delete(name);
    }
  }

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
    for (const session of sessions.values()) if (session.bot === bot) session.interruptAll('moved');
  });

  const report = (bot: B, reason: 'Timeout' | 'Unreachable'): void =>
    deps.reportFailure(bot.key, { kind: 'polling', code: 0, method: 'getUpdates', reason, text: '' });

  async function run(poll: Poll<B>): Promise<PollAnswer | TelegramReply> {
    try {
      return await servePoll(deps, poll);
    } catch (error) {
      if (error instanceof UpstreamFailure) return refuse(poll, failureReply(error));
      throw error;
    }
  }

  /**
   * Returns Telegram's answer to the older of two polls. The owner is notified if two polls end each other, not if one
   * ends the other.
   */
  function endReplaced(bot: B, session: Session): TelegramReply {
    const { text, reply } = conflicts.secondPoller;
    if (session.noteReplaced(clock.now(), duelMs)) {
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

  return {
    async poll(call) {
      const { bot, apiPath } = call;
      const request = readPollRequest(call.params);
      const session = ensureSession(bot, apiPath);
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
          if (error.reason === 'late' && session.isServed(turn)) report(bot, 'Timeout');
          if (error.reason === 'replaced') return endReplaced(bot, session);
          return error.reason === 'gone' ? null : nothingNew();
        }
        deps.logger.error({ err: error, bot: bot.key }, 'a poll failed');
        return answers.internal;
      } finally {
        cancel();
        session.leave(turn);
      }
    },

    async drain(bot, apiPath) {
      const session = ensureSession(bot, apiPath);
      const turn = new Turn(clock);
      session.enter(turn);
      try {
        for (let batch = 0, offset = 0; batch < maxDrainedBatches; batch++) {
          assertHere(deps, bot);
          const answer = await turn.wait<PollAnswer>((resolve, reject) =>
            askUpdates(deps.upstream, apiPath, { offset, limit: 100, timeout: 0, allowed: null }, resolve, reject),
          );
          const updates = answer.status === 200 ? sliceUpdates(answer.body) : null;
          const last = updates?.at(-1);
          if (updates === null || last === undefined) return;
          await recordBatch(deps, { bot, session, turn }, updates, 'before confirming');
          offset = last.id + 1;
        }
      } catch (error) {
        // Dropping goes on: it is what the bot asked for.
        deps.logger.warn({ bot: bot.key, reason: String(error) }, 'not all of a dropped queue could be recorded');
      } finally {
        session.leave(turn);
      }
    },

    forgetAllowed(token) {
      const session = sessions.get(token);
      if (session !== undefined) session.allowed = null;
    },

    isIdle: (bot) =>
      [...sessions.values()].every((session) => session.bot !== bot || (!session.isBusy && session.recording === null)),

    close() {
      isClosing = true;
      for (const session of sessions.values()) session.interruptAll('closing');
    },
  };
}
