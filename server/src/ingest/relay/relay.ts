import { join } from 'node:path';
import { openJournal } from '../../platform/journal/journal.ts';
import { openUnrecordedLog } from '../../platform/journal/unrecorded-log.ts';
import { createBotHealth } from './bot-health.ts';
import { createDelivery } from './deliver-now.ts';
import { parseUpstream, type Target } from './forward-update.ts';
import { type Hold, openHold } from './hold.ts';
import { createHookHandler } from './hook-handler.ts';
import { parseUpdate } from './read-update.ts';
import { createRedelivery } from './redeliver.ts';
import type { HookBot, Parts, Relay, RelayDeps } from './relay-parts.ts';
import { noTakenChats } from './taken-chats.ts';
import { createUnderWayHooks } from './under-way-hooks.ts';

export type { BotState } from './bot-health.ts';
export type { RelayFailure } from './relay-failure.ts';
export type { HookBot, Relay, RelayDeps } from './relay-parts.ts';

const gibibyte = 1_073_741_824;
const closeGraceMs = 5_000;
const maxTargets = 10_000;

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function createTargets(): (webhook: string) => Target | null {
  const targets = new Map<string, Target | null>();
  return (webhook) => {
    let upstream = targets.get(webhook);
    if (upstream === undefined) {
      if (targets.size >= maxTargets) targets.clear();
      upstream = URL.canParse(webhook) ? parseUpstream(webhook) : null;
      targets.set(webhook, upstream);
    }
    return upstream;
  };
}

/** Opens the relay with what an earlier process queued, and begins to deliver that. */
export async function createRelay<B extends HookBot>(deps: RelayDeps<B>): Promise<Relay> {
  const { now = Date.now, after = startTimer, random = Math.random, logger } = deps;
  const health = createBotHealth({ now, after, notify: deps.onBotState });
  let isLeaving = false;
  const parts: Parts<B> = {
    deps,
    now,
    after,
    random,
    health,
    isLeaving: () => isLeaving,
    upstreams: createTargets(),
    takenChats: deps.takenChats ?? noTakenChats,
  };
  const closing = new AbortController();
  const journal = await openJournal(join(deps.dataDir, 'relay'), {
    maxBytes: deps.maxQueueBytes ?? gibibyte,
    onTorn: (path) => logger.warn({ path }, 'the end of a journal file was torn by a crash'),
    ...(deps.openFile === undefined ? {} : { openFile: deps.openFile }),
  });
  const hold: Hold = await openHold({
    journal,
    now,
    after,
    random,
    attempt: createRedelivery(parts, () => hold, closing.signal),
    onCount(bot, count) {
      deps.waiting?.setCount(bot, count);
      health.queued(bot, count);
    },
  });
  const unrecordedLog = openUnrecordedLog<string>({
    path: join(deps.dataDir, 'relay', 'late.log'),
    async record(key, raw) {
      const bot = await deps.bot(key);
      const update = parseUpdate(raw);
      if (bot !== null && update !== null) await deps.record(bot, { raw, update });
    },
    onGap: deps.onGap,
    logger,
  });
  const deliver = createDelivery(parts, hold, unrecordedLog);
  const underWay = createUnderWayHooks();
  deps.waiting?.onRetry(hold.retryNow);
  deps.leases.onLost((bot, isMoving) => {
    if (isMoving) return;
    underWay.abort(bot);
    hold.interrupt(bot);
  });
  const hooks = createHookHandler({
    ...deps,
    deliver,
    adopt: (head, raw, dueAt) => hold.adopt(head, raw, dueAt),
    underWay,
    now,
    after,
  });
  deps.leases.onGained(hold.retryNow);
  hold.start();

  return {
    hooks,
    queued: hold.count,
    retryNow: hold.retryNow,
    takeQueued: (bot, offset, limit) => hold.take(bot, offset, limit),
    isIdle: (bot) => hold.count(bot) === 0 && !underWay.has(bot),
    forget: (bot) => hold.forget(bot),
    async close() {
      hooks.close();
      // While the bots are still served here: a newer update must not reach one before those that wait. What is left after
      // that stays on this disk.
      const [waitingBot] = hold.waitingBots();
      if (waitingBot !== undefined && (await deps.leases.successorOf(waitingBot)) !== null) {
        isLeaving = true;
        await hold.empty(deps.passTimeoutMs ?? closeGraceMs);
      }
      await deps.leases.leave();
      const cancel = after(closeGraceMs, () => closing.abort());
      await hold.close(closeGraceMs);
      cancel();
      closing.abort();
      health.close();
      unrecordedLog.close();
    },
  };
}
