import type { MessageReason } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { RecordedBot } from '../../ingest/recording/make-events.ts';
import { type KnownAnswer, parseResponse, recordAnswer } from '../../ingest/recording/record-answer.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/claims/work-loop.ts';
import { startTimer } from '../../platform/clock.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import { classifyOutcome } from '../../telegram/sending/classify-outcome.ts';
import { sendingCall } from '../../telegram/sending/telegram-call.ts';
import type { MessageFiles } from './message-files.ts';
import { longestWaitMs } from './message-queue.ts';
import type { Lane, MessageRow, MessageStore } from './message-store.ts';
import { contentOf } from './present-message.ts';

/** A bot as the sender needs it. */
export interface SendingBot extends RecordedBot {
  apiRoot: string;
  /** Null: it cannot send. */
  token: string | null;
}

/** Pauses before further tries of what surely was not sent, ms; after the last one it is refused. */
const pausesMs = [1_000, 2_000, 4_000, 8_000] as const;
/** A message is not worth more of Telegram's limits in a row. */
const maxAttempts = 12;
/** Interval of looks for what other processes left, ms. */
const roundMs = 5_000;
/** Chats at a time. */
const maxLanes = 40;

export interface Sender {
  /** Sends what waits in this chat, in order. Resolves when nothing more can be done now; never rejects. */
  run(lane: Lane): Promise<void>;
  /** One look at everything: lost, due and unrecorded messages. */
  round(): Promise<void>;
  start(): WorkLoop;
  close(): Promise<void>;
}

interface SenderDeps {
  rows: MessageStore;
  files: MessageFiles;
  store: Pick<EventStore, 'write'>;
  /** Null for a bot that is gone. */
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  logger: Logger;
  /** Calls `run` once after `ms`; gives the way to cancel that. */
  after?: (ms: number, run: () => void) => () => void;
}

/** Sends one message, and stores and records what came of it. */
function createDelivery(deps: SenderDeps & { after: NonNullable<SenderDeps['after']> }, isClosed: () => boolean) {
  const { rows, files, logger, after } = deps;

  async function sendOne(row: MessageRow): Promise<void> {
    const content = contentOf(row);
    const upload = content.media?.upload;
    let prepared: [SendingBot | null, Awaited<ReturnType<MessageFiles['local']>>];
    try {
      const file = upload === undefined ? null : files.local(row.bot_key, upload);
      prepared = await Promise.all([deps.bot(row.bot_key), file]);
    } catch (error) {
      await persist(() => rows.postpone(row.id, pausesMs[0], {}));
      throw error;
    }
    const [bot, file] = prepared;
    const token = bot?.token ?? null;
    if (bot === null || token === null) return void (await refuse(row, 'no_token'));
    if (upload !== undefined && file === null) return void (await refuse(row, 'file_gone'));
    const call = sendingCall(Number(row.user_id), content);
    const end = await deps.call({ apiRoot: bot.apiRoot, token }, call, file);
    const outcome = classifyOutcome(end);
    if (outcome.is === 'unsent' || outcome.is === 'limited') {
      const waitMs =
        outcome.is === 'limited' ? outcome.retryAfterMs : (outcome.retryInMs ?? pausesMs[row.attempts - 1]);
      const { description } = outcome;
      if (waitMs === undefined || waitMs > longestWaitMs || row.attempts >= maxAttempts)
        await refuse(row, outcome.is === 'limited' ? 'flooded' : 'unreachable', description);
      else {
        const reason = outcome.is === 'limited' ? 'too_many_requests' : 'unreachable';
        await persist(() => rows.postpone(row.id, waitMs, { reason, description }));
      }
      return;
    }
    if (outcome.is === 'unknown') {
      const { reason, description } = outcome;
      await persist(() => rows.finish(row.id, 'uncertain', { reason, description }));
      return;
    }
    const answer: KnownAnswer = {
      status: 'status' in end ? end.status : 0,
      response: 'body' in end ? parseResponse(end.body) : null,
      at: new Date(row.sending_at ?? row.created_at).toISOString(),
      params: call.params,
      files:
        file === null || call.file === null
          ? []
          : [{ field: call.file, name: file.name, type: file.type, size: file.bytes }],
    };
    const columns = outcome.is === 'delivered' ? { messageId: outcome.messageId } : outcome;
    await persist(() => rows.finish(row.id, outcome.is, { ...columns, answer }));
    if (outcome.is === 'delivered' && upload !== undefined) await files.remove(upload);
    await record({ ...row, answer });
  }

  const refuse = (row: MessageRow, reason: MessageReason, description = ''): Promise<unknown> =>
    persist(() => rows.finish(row.id, 'refused', { reason, description }));

  /** Retries, as the outcome of a call must not be lost because the store is away for a moment: else it is unknown. */
  async function persist<T>(write: () => Promise<T>): Promise<T | null> {
    for (const pauseMs of [0, 100, 1_000, 5_000, 20_000]) {
      if (pauseMs > 0) await new Promise<void>((resolve) => after(pauseMs, resolve));
      try {
        return await write();
      } catch (error) {
        logger.warn({ err: error }, 'the outcome of a message could not be stored');
        if (isClosed()) return null;
      }
    }
    return null;
  }

  /** Kept in the row until it is in the events. */
  async function record(row: MessageRow): Promise<void> {
    try {
      const bot = await deps.bot(row.bot_key);
      const answer = row.answer as KnownAnswer | null;
      if (bot !== null && answer !== null) await recordAnswer(deps.store, bot, row.method, answer, row.id);
      await rows.recorded(row.id);
    } catch (error) {
      logger.warn({ err: error, bot: row.bot_key }, 'a sent message is recorded later');
    }
  }

  return { sendOne, record };
}

export function createSender(deps: SenderDeps): Sender {
  const { rows, logger, after = startTimer } = deps;
  const activeRuns = new Map<string, Promise<void>>();
  /** Chats that got something to do while they were looked at. */
  const pendingLanes = new Set<string>();
  const timers = new Map<string, () => void>();
  let isClosed = false;
  const { sendOne, record } = createDelivery({ ...deps, after }, () => isClosed);

  async function work(lane: Lane, name: string): Promise<void> {
    try {
      do {
        pendingLanes.delete(name);
        for (;;) {
          if (isClosed) return;
          const row = await rows.take(lane);
          if (row === undefined) break;
          await sendOne(row);
        }
      } while (pendingLanes.has(name));
      const dueInMs = await rows.dueIn(lane);
      // Another process has claimed the remaining due rows.
      if (dueInMs !== null && dueInMs > 0) wake(lane, name, dueInMs);
    } catch (error) {
      logger.error({ err: error, bot: lane.bot }, 'messages could not be sent; they are looked at again');
    }
  }

  function wake(lane: Lane, name: string, ms: number): void {
    if (isClosed) return;
    timers.get(name)?.();
    timers.set(
      name,
      after(ms + 1, () => {
        timers.delete(name);
        void run(lane);
      }),
    );
  }

  function run(lane: Lane): Promise<void> {
    const name = `${lane.bot} ${lane.chat}`;
    const underWay = activeRuns.get(name);
    if (underWay !== undefined) {
      pendingLanes.add(name);
      return underWay;
    }
    // The next round finds it.
    if (isClosed || activeRuns.size >= maxLanes) return Promise.resolve();
    const working = work(lane, name).finally(() => activeRuns.delete(name));
    activeRuns.set(name, working);
    return working;
  }

  async function round(): Promise<void> {
    await rows.recover();
    await rows.refuseFileless();
    for (const row of await rows.unrecorded()) await record(row);
    for (const lane of await rows.due()) void run(lane);
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const cancel of timers.values()) cancel();
    timers.clear();
    await Promise.all(activeRuns.values());
  }

  return {
    run,
    round,
    start: () =>
      startWorkLoop({
        async round() {
          await round();
          return roundMs;
        },
        longestPauseMs: roundMs,
        onError: (error) => logger.warn({ err: error }, 'waiting messages are looked at again'),
      }),
    close,
  };
}
