import { Gauge, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';

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

/** Used time is forgiven at this rate: a quarter of real time, so four seconds of rest for one of work. */
const forgivenPerMs = 0.25;
/** No more is remembered, ms: four minutes of rest make up for anything. */
const maxUsage = 60_000;
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
  /** Amount of work under way per place, and the sum of the moments at which it began. */
  const runningByPlace = new Map<string, { count: number; begun: number }>();
  const usageByPlace = new Map<string, { ms: number; at: number }>();
  /** Per asker in the order of their turns: an asker that had one goes to the end. */
  const queues = new Map<string, Waiting[]>();
  /** Place that has asked last, and the one before. */
  let [last, before] = [nobodyYet, nobodyYet];
  let runningCount = 0;
  let waitingCount = 0;
  let rejectionCount = 0;

  const usedBefore = (place: string): number => {
    const entry = usageByPlace.get(place);
    if (entry === undefined) return 0;
    const remainingMs = entry.ms - (now() - entry.at) * forgivenPerMs;
    if (remainingMs > 0) return remainingMs;
    usageByPlace.delete(place);
    return 0;
  };
  /** Work under way counts as it goes: a statement without end would never be charged. */
  const usedBy = (place: string): number => {
    const { count, begun } = runningByPlace.get(place) ?? { count: 0, begun: 0 };
    return usedBefore(place) + count * now() - begun;
  };
  const charge = (place: string, ms: number): void =>
    void usageByPlace.set(place, { ms: Math.min(maxUsage, usedBefore(place) + ms), at: now() });

  const isLight = ({ places }: Asker): boolean => {
    const maxUsage = Math.max(...[...runningByPlace.keys()].map(usedBy), 0);
    return places.every((place) => usedBy(place) < Math.max(limits.lightMs, maxUsage * lightShare));
  };
  const isAlone = ({ places: [turn] }: Asker): boolean => runningCount === (runningByPlace.get(turn)?.count ?? 0);
  const rankOf = (asker: Asker): number =>
    asker.urgency === 'interactive' && isLight(asker) && !isAlone(asker) ? 1 : 2 + urgencies.indexOf(asker.urgency);

  const note = (place: string): void => {
    if (place !== last.place) before = last;
    last = { place, at: now() };
  };
  const othersAsk = (place: string): boolean => now() - (last.place === place ? before : last).at < othersMs;

  const mayStart = (asker: Asker): boolean => {
    if (runningCount >= limits.running) return false;
    const [turn] = asker.places;
    if ((runningByPlace.get(turn)?.count ?? 0) >= (limits.runningBeside ?? limits.running) && othersAsk(turn))
      return false;
    if (asker.places.some((place) => (runningByPlace.get(place)?.count ?? 0) >= limits.runningOf(place))) return false;
    // The last place is kept for the light, but where it is the only one.
    return limits.running === 1 || runningCount < limits.running - 1 || isLight(asker);
  };

  /** Removes and returns the next work that may start: the most urgent, in turn. */
  function next(): Waiting | undefined {
    for (const urgency of urgencies) {
      for (const [turn, queue] of queues) {
        const index = queue.findIndex(
          (one) => one.asker.urgency === urgency || (urgency === 'interactive' && now() - one.since >= liftMs),
        );
        const one = queue[index];
        if (one === undefined || !mayStart(one.asker)) continue;
        queues.delete(turn);
        queue.splice(index, 1);
        if (queue.length > 0) queues.set(turn, queue);
        return one;
      }
    }
    return undefined;
  }
  function startMore(): void {
    for (let one = next(); one !== undefined; one = next()) {
      waitingCount -= 1;
      one.start();
    }
  }
  function leave(one: Waiting): boolean {
    const [turn] = one.asker.places;
    const queue = queues.get(turn);
    const index = queue?.indexOf(one) ?? -1;
    if (queue === undefined || index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) queues.delete(turn);
    waitingCount -= 1;
    return true;
  }

  /** Returns the error with the likely wait: a second for each turn of this asker, at least 2 s, at most 30 s. */
  function overloaded(turn: string): AppError {
    rejectionCount += 1;
    const seconds = Math.ceil((queues.get(turn)?.length ?? 0) / limits.runningOf(turn));
    return new AppError('Overloaded', { retryAfterS: Math.min(30, Math.max(2, seconds)) });
  }
  /**
   * The queue is full: rejects the newest work of the asker with the most waiting, so that no asker fills it alone. An
   * asker with no more than the newcomer would have is spared: a crowd pushed out the next in turn with each newcomer.
   */
  function makeRoom(newcomer: string): void {
    const countWaiting = (turn: string): number => queues.get(turn)?.length ?? 0;
    let longest = newcomer;
    let maxLength = countWaiting(newcomer) + 1;
    for (const turn of queues.keys()) {
      if (countWaiting(turn) <= maxLength) continue;
      longest = turn;
      maxLength = countWaiting(turn);
    }
    const newest = longest === newcomer ? undefined : queues.get(longest)?.at(-1);
    if (newest === undefined) throw overloaded(newcomer);
    newest.refuse(overloaded(longest));
  }

  function waitForTurn(asker: Asker, signal: AbortSignal | undefined): Promise<number> {
    const [turn] = asker.places;
    if (asker.urgency !== 'background') {
      if ((queues.get(turn)?.length ?? 0) >= limits.waitingOfOne) throw overloaded(turn);
      if (waitingCount >= limits.waiting) makeRoom(turn);
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
          resolve(take(asker));
        },
        refuse(error) {
          if (!leave(one)) return;
          settle();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const queue = queues.get(turn);
      if (queue === undefined) queues.set(turn, [one]);
      else queue.push(one);
      waitingCount += 1;
    });
  }
  function take({ places }: Asker): number {
    const startedAt = now();
    runningCount += 1;
    for (const place of places) {
      const { count, begun } = runningByPlace.get(place) ?? { count: 0, begun: 0 };
      runningByPlace.set(place, { count: count + 1, begun: begun + startedAt });
    }
    return startedAt;
  }
  function giveBack({ places }: Asker, startedAt: number): void {
    runningCount -= 1;
    for (const place of places) {
      const { count, begun } = runningByPlace.get(place) ?? { count: 1, begun: startedAt };
      if (count > 1) runningByPlace.set(place, { count: count - 1, begun: begun - startedAt });
      else runningByPlace.delete(place);
      charge(place, now() - startedAt);
    }
    // A place that has rested is forgotten; looked for rarely, as each look is over all of them.
    if (usageByPlace.size > 10_000) for (const place of usageByPlace.keys()) usedBefore(place);
  }

  return {
    async run(asker, signal, work) {
      signal?.throwIfAborted();
      if (asker.urgency !== 'background') note(asker.places[0]);
      // Work that waits already goes first: turns are given in `startMore` alone, unless nothing of this asker waits.
      const isFree = !queues.has(asker.places[0]) && mayStart(asker);
      const startedAt = isFree ? take(asker) : await waitForTurn(asker, signal);
      try {
        return await work({ rank: rankOf(asker) });
      } finally {
        giveBack(asker, startedAt);
        startMore();
      }
    },
    size: () => ({ running: runningCount, waiting: waitingCount, refused: rejectionCount }),
  };
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
