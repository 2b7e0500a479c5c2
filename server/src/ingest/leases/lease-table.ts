import type { BotLeases, LeaseHolder } from './bot-leases.ts';

/** Time a bot's updates are remembered after a takeover, ms: Telegram repeats an unanswered one within minutes. */
const inheritedMs = 600_000;

/** Until when leases may be used. Two clocks: a machine that was suspended has a monotonic clock that stood still. */
export interface LeaseEnd {
  /** Milliseconds of CLOCK_MONOTONIC, the same for all processes of a machine. */
  monotonicMs: number;
  /** Unix milliseconds. */
  wallMs: number;
}

/** Change of the leases. */
export interface LeaseUpdate {
  /** False where no other process can serve bots: then all are here, and the rest says nothing. */
  isShared: boolean;
  /** Null = without an end: there is no other process now. */
  end: LeaseEnd | null;
  holders: readonly (readonly [bot: string, holder: LeaseHolder])[];
  /** `holders` are all that are known. */
  isWhole: boolean;
  /** When a process that died last lost its leases, Unix milliseconds by this machine's clock; null = never, or long ago. */
  lastDeathAt: number | null;
}

export interface LeaseClock {
  monotonicMs(): number;
  wallMs(): number;
  after(ms: number, run: () => void): () => void;
}

export const machineClock: LeaseClock = {
  monotonicMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  wallMs: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface LeaseTable extends BotLeases {
  update(update: LeaseUpdate): void;
  /** The bot shall move to another process: nothing of it begins here from now on. */
  giveUp(bot: string): void;
  /** It could not move. */
  takeBack(bot: string): void;
}

/** The leases as they were last heard of; they end by themselves when nothing more is heard. */
export function createLeaseTable(
  deps: Pick<BotLeases, 'claim' | 'successorOf' | 'leave'> & { clock?: LeaseClock },
): LeaseTable {
  const clock = deps.clock ?? machineClock;
  const holders = new Map<string, LeaseHolder>();
  const inheritedAt = new Map<string, number>();
  const listeners: ((bot: string, isMoving: boolean) => void)[] = [];
  const gainedListeners: ((bot: string) => void)[] = [];
  let isShared = true;
  let end: LeaseEnd | null = { monotonicMs: 0, wallMs: 0 };
  let lastDeathAt: number | null = null;
  let cancelEnd: (() => void) | null = null;

  const msLeft = (): number =>
    end === null
      ? Number.POSITIVE_INFINITY
      : Math.min(end.monotonicMs - clock.monotonicMs(), end.wallMs - clock.wallMs());
  const notifyLoss = (bot: string, isMoving = false): void => {
    for (const listener of listeners) listener(bot, isMoving);
  };

  function setHolder(bot: string, holder: LeaseHolder, isMoving = false): void {
    const wasHere = holders.get(bot)?.is === 'here';
    if (holder.is === 'nobody') holders.delete(bot);
    else holders.set(bot, holder);
    if (holder.is === 'here' && !wasHere) {
      const now = clock.wallMs();
      if (lastDeathAt !== null && now - lastDeathAt < inheritedMs) inheritedAt.set(bot, now);
      for (const listener of gainedListeners) listener(bot);
    }
    if (wasHere && holder.is !== 'here') {
      inheritedAt.delete(bot);
      notifyLoss(bot, isMoving);
    }
  }

  /** All bots here stop when the leases end, and go on if they are prolonged later. */
  function watchEnd(): void {
    cancelEnd?.();
    cancelEnd = null;
    if (!isShared || end === null) return;
    cancelEnd = clock.after(Math.max(0, msLeft()), () => {
      if (msLeft() > 0) return watchEnd();
      for (const [bot, { is }] of holders) if (is === 'here') notifyLoss(bot);
    });
  }

  function holderOf(bot: string): LeaseHolder {
    if (!isShared) return { is: 'here' };
    const holder = holders.get(bot) ?? { is: 'nobody' };
    return holder.is === 'here' && msLeft() <= 0 ? { is: 'elsewhere', address: null } : holder;
  }

  return {
    holderOf,
    async claim(bot, isPassedOn) {
      const holder = await deps.claim(bot, isPassedOn);
      // The process that should have the lease does not have it yet: that is not remembered.
      if (holder.is !== 'here') return holder;
      setHolder(bot, holder);
      return holderOf(bot);
    },
    isInherited(bot) {
      const timestamp = inheritedAt.get(bot);
      if (timestamp === undefined) return false;
      if (clock.wallMs() - timestamp < inheritedMs) return true;
      inheritedAt.delete(bot);
      return false;
    },
    onLost: (listener) => void listeners.push(listener),
    onGained: (listener) => void gainedListeners.push(listener),
    successorOf: (bot) => deps.successorOf(bot).catch(() => null),
    leave: () => deps.leave().catch(() => undefined),
    update(update) {
      ({ isShared, end, lastDeathAt } = update);
      if (update.isWhole) {
        const namedBots = new Set(update.holders.map(([bot]) => bot));
        for (const bot of [...holders.keys()]) if (!namedBots.has(bot)) setHolder(bot, { is: 'nobody' });
      }
      for (const [bot, holder] of update.holders) setHolder(bot, holder);
      watchEnd();
    },
    giveUp: (bot) => setHolder(bot, { is: 'nobody' }, true),
    takeBack: (bot) => setHolder(bot, { is: 'here' }),
  };
}
