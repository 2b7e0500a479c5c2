import { Gauge, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { createPlaceUsage, type PlaceUsage } from './place-usage.ts';
import { createWaitingList } from './waiting-list.ts';

/** From most to least urgent: a user waits for an answer; a file is written; no client waits. */
export const urgencies = ['interactive', 'export', 'background'] as const;
export type Urgency = (typeof urgencies)[number];

/** Origin of some work, with its urgency. */
export interface Asker {
  /**
   * Places that the work is charged to: an account, an address, a share link. The first one takes turns with those of
   * other askers; each of them is bounded by itself, so that one address does not multiply by opening many links.
   */
  places: readonly [string, ...string[]];
  urgency: Urgency;
}

export interface QueueLimits {
  /** Work under way at once. */
  running: number;
  /** … of one place. Below `running`, so that one asker alone never holds everything. */
  runningOf(place: string): number;
  /** … of one place while others ask too (see `othersMs`); `runningOf` where it is not given. */
  runningBeside?: number;
  /** Work that waits, in all and of one asker. */
  waiting: number;
  waitingOfOne: number;
  /** Work that has waited this long is rejected, ms: its client gives up soon after. */
  timeoutMs: number;
  /** Places that used less than this of late, ms of work, are light; so are those that used far less than others under way. */
  lightMs: number;
}

interface Waiting {
  asker: Asker;
  /** When it came, ms. */
  since: number;
  start(): void;
  refuse(error: unknown): void;
}

/** Part of what the greatest user under way has used, below which others count as light. */
const lightShare = 0.25;
/** Others count as asking for this time after their last request, ms. */
const othersMs = 1_000;
/** Wait after which exports and background work count as interactive, ms: a busy hour must not stop them. */
const liftMs = 10_000;

/** Priority of work that has got its turn over other work under way. */
export interface Turn {
  /**
   * The earliest number goes first where work can give way: 1 for askers who used little of late, beside others, then all
   * other questions, files, jobs. A light asker may still ask something heavy, so work of rank 1 has to be short.
   */
  rank: number;
}

const nobodyYet = { place: '', at: Number.NEGATIVE_INFINITY };

export interface FairQueue {
  /**
   * Does the work when it is this asker's turn. Rejects with AppError Overloaded beyond the limits, with the reason of
   * the signal for an asker who leaves while waiting, or as the work does. Work under way stops itself by the signal.
   */
  run<Result>(asker: Asker, signal: AbortSignal | undefined, work: (turn: Turn) => Promise<Result>): Promise<Result>;
  size(): { running: number; waiting: number; refused: number };
}

/** Bounded work whose turns go round among those who ask, however much each of them asks. */
export function createFairQueue(limits: QueueLimits, now: () => number = () => performance.now()): FairQueue {
  const usage = createPlaceUsage(now);
  const waitingList = createWaitingList<Waiting>();
  const rules = createTurnRules(limits, usage, now);
  let rejectionCount = 0;

  const isOf = (one: Waiting, urgency: Urgency): boolean =>
    one.asker.urgency === urgency || (urgency === 'interactive' && now() - one.since >= liftMs);
  /** Removes and returns the next work that may start: the most urgent, in turn. */
  function next(): Waiting | undefined {
    for (const urgency of urgencies) {
      const one = waitingList.takeFirst(
        (waiting) => isOf(waiting, urgency),
        ({ asker }) => rules.mayStart(asker),
      );
      if (one !== undefined) return one;
    }
    return undefined;
  }
  function startMore(): void {
    for (let one = next(); one !== undefined; one = next()) one.start();
  }

  /** Returns the error with the likely wait: a second for each turn of this asker, at least 2 s, at most 30 s. */
  function overloaded(turn: string): AppError {
    rejectionCount += 1;
    const seconds = Math.ceil(waitingList.countOf(turn) / limits.runningOf(turn));
    return new AppError('Overloaded', { retryAfterS: Math.min(30, Math.max(2, seconds)) });
  }
  /**
   * The queue is full: rejects the newest work of the asker with the most waiting, so that no asker fills it alone. An
   * asker with no more than the newcomer would have is spared: a crowd pushed out the next in turn with each newcomer.
   */
  function makeRoom(newcomer: string): void {
    const longest = waitingList.longest(newcomer);
    const newest = longest === newcomer ? undefined : waitingList.newestOf(longest);
    if (newest === undefined) throw overloaded(newcomer);
    newest.refuse(overloaded(longest));
  }

  function waitForTurn(asker: Asker, signal: AbortSignal | undefined): Promise<number> {
    const [turn] = asker.places;
    if (asker.urgency !== 'background') {
      if (waitingList.countOf(turn) >= limits.waitingOfOne) throw overloaded(turn);
      if (waitingList.count() >= limits.waiting) makeRoom(turn);
    }
    return new Promise((resolve, reject) => {
      // A job that nobody waits for may take its time; refused, it would only begin again.
      const isPatient = asker.urgency === 'background';
      const timer = isPatient ? undefined : setTimeout(() => one.refuse(overloaded(turn)), limits.timeoutMs);
      const onAbort = (): void => one.refuse(signal?.reason);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const one: Waiting = {
        asker,
        since: now(),
        start() {
          settle();
          resolve(usage.begin(asker.places));
        },
        refuse(error) {
          if (!waitingList.remove(turn, one)) return;
          settle();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waitingList.add(turn, one);
    });
  }

  return {
    async run(asker, signal, work) {
      signal?.throwIfAborted();
      if (asker.urgency !== 'background') rules.note(asker.places[0]);
      // Work that waits already goes first: turns are given in `startMore` alone, unless nothing of this asker waits.
      const isFree = waitingList.countOf(asker.places[0]) === 0 && rules.mayStart(asker);
      const startedAt = isFree ? usage.begin(asker.places) : await waitForTurn(asker, signal);
      try {
        return await work({ rank: rules.rankOf(asker) });
      } finally {
        usage.end(asker.places, startedAt);
        startMore();
      }
    },
    size: () => ({ running: usage.running(), waiting: waitingList.count(), refused: rejectionCount }),
  };
}

/** Decides which work may start now, and how urgent it is beside other work under way. */
function createTurnRules(limits: QueueLimits, usage: PlaceUsage, now: () => number) {
  /** Place that has asked last, and the one before. */
  let [last, before] = [nobodyYet, nobodyYet];

  const isLight = ({ places }: Asker): boolean => {
    const maxUsage = Math.max(...usage.busyPlaces().map(usage.usedMs), 0);
    return places.every((place) => usage.usedMs(place) < Math.max(limits.lightMs, maxUsage * lightShare));
  };
  const isAlone = ({ places: [turn] }: Asker): boolean => usage.running() === usage.runningOf(turn);
  const rankOf = (asker: Asker): number =>
    asker.urgency === 'interactive' && isLight(asker) && !isAlone(asker) ? 1 : 2 + urgencies.indexOf(asker.urgency);

  const note = (place: string): void => {
    if (place !== last.place) before = last;
    last = { place, at: now() };
  };
  const othersAsk = (place: string): boolean => now() - (last.place === place ? before : last).at < othersMs;

  const mayStart = (asker: Asker): boolean => {
    if (usage.running() >= limits.running) return false;
    const [turn] = asker.places;
    if (usage.runningOf(turn) >= (limits.runningBeside ?? limits.running) && othersAsk(turn)) return false;
    if (asker.places.some((place) => usage.runningOf(place) >= limits.runningOf(place))) return false;
    // The last place is kept for the light, but where it is the only one.
    return limits.running === 1 || usage.running() < limits.running - 1 || isLight(asker);
  };

  return { note, rankOf, mayStart };
}

/** Registers how much work is under way and waits, and how much was refused, for /metrics. */
export function registerQueueMetrics(name: string, queue: Pick<FairQueue, 'size'>, metrics: Registry): void {
  for (const state of ['running', 'waiting', 'refused'] as const) {
    new Gauge({
      name: `botscope_${name}_${state}`,
      help: `Work of the queue "${name}": ${state}${state === 'refused' ? ' since the start' : ' now'}`,
      registers: [metrics],
      collect() {
        this.set(queue.size()[state]);
      },
    });
  }
}
