import type { Logger } from 'pino';
import type { LeaseHolder } from '../../ingest/leases/bot-leases.ts';
import type { LeaseClock, LeaseUpdate } from '../../ingest/leases/lease-table.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { AskPeer, PeerQuestion } from './lease-peers.ts';
import { type HolderRow, type LeaseStore, leaseMs } from './lease-store.ts';
import { createLeaseTerm } from './lease-term.ts';
import { createMoves } from './moves.ts';
import { preferredHolder } from './preferred-holder.ts';

/** A sixth of a lease: five may fail before it ends. */
const beatMs = 5_000;
/** A beat that takes longer is not waited for, ms. */
const beatTimeoutMs = 4_000;
/** Key of a message that is about all bots. */
const anyBot = '*';
/** Unanswered beats in a row after which an expired holder is ended. */
const silencesBeforeEnd = 2;

/** Assignment of bots to the installation's processes (decision 0025). */
export interface Leases {
  claim(bot: string, isPassedOn: boolean): Promise<LeaseHolder>;
  /** The address of the process that should serve a bot when this one has stopped; null = there is none. */
  successorOf(bot: string): Promise<string | null>;
  /** Gives all leases up, for good. */
  leave(): Promise<void>;
  /** Calls back with everything at once, and then with each change; returns a function that unsubscribes. */
  follow(listener: (update: LeaseUpdate) => void): () => void;
  /** Sets the function that gives up a bot for another process to serve; it resolves to false if the bot stays here. */
  onMove(giveUp: (bot: string) => Promise<boolean>): void;
  /** Another process of the installation asks whether this one lives. */
  answer(question: PeerQuestion): void;
}

interface LeaseDeps {
  own: { id: string; address: string };
  store: LeaseStore;
  askPeer: AskPeer;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  clock: LeaseClock;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** Takes part in the leases of an installation. Resolves when this process may take leases. */
export async function createLeases(
  deps: LeaseDeps,
): Promise<Leases & { beat(): Promise<void>; count(): number; close(): Promise<void> }> {
  const { own, store, askPeer, bus, clock, logger } = deps;
  const term = createLeaseTerm(clock);
  const followers = new Set<(update: LeaseUpdate) => void>();
  /** Holder of each bot, as the database said last. */
  let leases = new Map<string, string>();
  let holders = new Map<string, HolderRow>();
  let lastDeathAt: number | null = null;
  let isLeaving = false;
  let isReachable = true;
  /** Until when (monotonic, ms) this process has promised not to end another one. */
  const promises = new Map<string, number>();
  const silences = new Map<string, number>();

  const otherHolders = (): HolderRow[] => [...holders.values()].filter(({ id }) => id !== own.id);
  /** Holders to which a bot may be sent. */
  const reachable = (): HolderRow[] => otherHolders().filter(({ address, isOver }) => address !== '' && !isOver);
  const moves = createMoves({
    clock,
    release: async (bot) => {
      await store.release(bot);
      setHolder(bot, null);
      bus.publish('lease-changed', bot);
    },
  });

  function describe(bot: string, holder: string | undefined): LeaseHolder {
    if (holder === undefined || moves.isMoving(bot)) return { is: 'nobody' };
    if (holder === own.id) return { is: isLeaving ? 'nobody' : 'here' };
    return { is: 'elsewhere', address: holders.get(holder)?.address || null };
  }
  const buildUpdate = (bots: Iterable<string>, isWhole: boolean): LeaseUpdate => ({
    isShared: true,
    end: term.end(),
    holders: [...bots].map((bot) => [bot, describe(bot, leases.get(bot))] as const),
    isWhole,
    lastDeathAt,
  });
  function publish(bots: Iterable<string>): void {
    const update = buildUpdate(bots, false);
    for (const follower of followers) follower(update);
  }
  /** Bots whose holder was learned since the present beat began: what it reads may be older. */
  const learnedBots = new Set<string>();
  function setHolder(bot: string, holder: string | null): void {
    learnedBots.add(bot);
    if (holder === null) leases.delete(bot);
    else leases.set(bot, holder);
    publish([bot]);
  }

  let currentBeat: Promise<void> | null = null;
  const beat = (): Promise<void> => {
    currentBeat ??= beatOnce().finally(() => {
      currentBeat = null;
    });
    return currentBeat;
  };
  async function beatOnce(): Promise<void> {
    if (isLeaving) return;
    learnedBots.clear();
    const startedAt = term.now();
    try {
      const rows = await withTimeout(store.prolong(), beatTimeoutMs);
      if (isLeaving) return void (await store.leave());
      const before = leases;
      const addresses = new Map([...holders.values()].map(({ id, address }) => [id, address]));
      holders = new Map(rows.holders.map((holder) => [holder.id, holder]));
      leases = new Map(rows.leases.map(({ bot, holder }) => [bot, holder]));
      for (const bot of learnedBots) {
        const holder = before.get(bot);
        if (holder === undefined) leases.delete(bot);
        else leases.set(bot, holder);
      }
      lastDeathAt = rows.lastDeathAgoMs === null ? null : clock.wallMs() - rows.lastDeathAgoMs;
      term.prolonged(startedAt, otherHolders().length === 0);
      const isOther = ([bot, holder]: [string, string]): boolean =>
        before.get(bot) !== holder || addresses.get(holder) !== holders.get(holder)?.address;
      publish([
        ...[...leases].filter(isOther).map(([bot]) => bot),
        ...[...before.keys()].filter((bot) => !leases.has(bot)),
      ]);
      if (!isReachable) logger.info('the leases of bots are prolonged again');
      isReachable = true;
    } catch (error) {
      if (isReachable) logger.warn({ err: error }, 'the leases of bots cannot be prolonged; other processes are asked');
      isReachable = false;
      await askForPromises(startedAt);
      return;
    }
    await endSilent();
    await takeFree(await store.free());
    const ownBots = [...leases].filter(([, holder]) => holder === own.id).map(([bot]) => bot);
    if (own.address !== '') moves.look(ownBots, [...reachable(), { id: own.id }], own.id);
  }

  /** Without the database nobody can be ended; it may be away for this process alone, so all others have to say so. */
  async function askForPromises(startedAt: ReturnType<typeof term.now>): Promise<void> {
    const peers = otherHolders();
    if (peers.some(({ address }) => address === '')) return;
    const question = { from: own.id, isProlonged: false };
    const answers = await Promise.all(peers.map(({ address }) => askPeer(address, question)));
    if (answers.every(Boolean)) term.promised(startedAt);
    publish([]);
  }

  /** Ends holders that are gone; one that lives and only misses the database is prolonged. */
  async function endSilent(): Promise<void> {
    for (const { id, address, isOver } of otherHolders()) {
      if (!isOver || (promises.get(id) ?? 0) > clock.monotonicMs()) {
        if (!isOver) silences.delete(id);
        continue;
      }
      if (address !== '' && (await askPeer(address, { from: own.id, isProlonged: false }))) {
        silences.delete(id);
        if (await store.prolongOther(id)) await askPeer(address, { from: own.id, isProlonged: true });
        continue;
      }
      const silenceCount = (silences.get(id) ?? 0) + 1;
      silences.set(id, silenceCount);
      if (address !== '' && silenceCount < silencesBeforeEnd) continue;
      silences.delete(id);
      if (await store.end(id)) {
        logger.warn({ instance: id }, 'a process is silent: its bots are served by others now');
        lastDeathAt = clock.wallMs();
        holders.delete(id);
        const freed = [...leases].filter(([, holder]) => holder === id).map(([bot]) => bot);
        for (const bot of freed) leases.delete(bot);
        publish(freed);
      }
    }
  }

  /** Before they are needed: a bot must not wait for the database, which may be away then. */
  async function takeFree(bots: readonly string[]): Promise<void> {
    const peers = reachable();
    const claimedBots = await store.claimAll(
      bots.filter((bot) => !moves.isMoving(bot) && preferredHolder(bot, [...peers, own])?.id === own.id),
    );
    for (const bot of claimedBots) {
      learnedBots.add(bot);
      leases.set(bot, own.id);
    }
    publish(claimedBots);
    for (const bot of claimedBots) bus.publish('lease-changed', bot);
  }

  /** Claims under way: a busy bot's first updates come together. */
  const claims = new Map<string, Promise<LeaseHolder>>();
  async function claim(bot: string, isPassedOn: boolean): Promise<LeaseHolder> {
    await moves.settled(bot);
    // The bot is still ours, for example because it could not move.
    if (leases.get(bot) === own.id && !isLeaving) return { is: 'here' };
    const peers = reachable();
    const preferred = preferredHolder(bot, isLeaving ? peers : [...peers, own]);
    if (preferred !== undefined && preferred.id !== own.id && !isPassedOn && (own.address !== '' || isLeaving))
      return { is: 'elsewhere', address: preferred.address };
    if (isLeaving) return { is: 'nobody' };
    const holder = await withTimeout(store.claim(bot), beatTimeoutMs);
    if (holder === own.id) bus.publish('lease-changed', bot);
    setHolder(bot, holder);
    return describe(bot, holder ?? undefined);
  }

  const stopListening = bus.subscribe('lease-changed', ({ key, isOwn }) => {
    if (isOwn || isLeaving) return;
    const read = key === null || key === anyBot ? beat() : store.holderOf(key).then((holder) => setHolder(key, holder));
    // A missed change comes with the next beat.
    read.catch(() => undefined);
  });
  const stopNoticing = bus.subscribe('bot-changed', ({ key }) => {
    if (key === null || isLeaving || leases.has(key)) return;
    takeFree([key]).catch(() => undefined);
  });
  // A bot that is removed between being found and being taken fails the beat, the first one too: the next one goes on.
  const beatSafely = (): Promise<void> =>
    beat().catch((error: unknown) => logger.warn({ err: error }, 'the leases of bots are looked at again'));
  const cancel = repeat(clock, () => void beatSafely());
  await beatSafely();
  // The others must know that they are not alone any more.
  bus.publish('lease-changed', anyBot);

  const leave = async (): Promise<void> => {
    if (isLeaving) return;
    isLeaving = true;
    cancel();
    stopListening();
    stopNoticing();
    const ownBots = [...leases].filter(([, holder]) => holder === own.id).map(([bot]) => bot);
    publish(ownBots);
    const remainingHolders = await withTimeout(store.leave(), beatTimeoutMs);
    holders = new Map(remainingHolders.map((holder) => [holder.id, holder]));
    bus.publish('lease-changed', anyBot);
  };

  return {
    claim(bot, isPassedOn) {
      const name = `${bot} ${isPassedOn}`;
      const pendingClaim = claims.get(name);
      if (pendingClaim !== undefined) return pendingClaim;
      const claiming = claim(bot, isPassedOn).finally(() => claims.delete(name));
      claims.set(name, claiming);
      return claiming;
    },
    successorOf: async (bot) => preferredHolder(bot, reachable())?.address ?? null,
    leave,
    follow(listener) {
      followers.add(listener);
      listener(buildUpdate(leases.keys(), true));
      return () => followers.delete(listener);
    },
    onMove: moves.onMove,
    answer({ from, isProlonged }) {
      promises.set(from, clock.monotonicMs() + leaseMs);
      if (isProlonged) term.prolongedByPeer();
      else term.notAlone();
      publish([]);
    },
    beat,
    count: () => [...leases.values()].filter((holder) => holder === own.id).length,
    async close() {
      await leave().catch(() => undefined);
      await moves.close();
    },
  };
}

/** Calls again and again until it is cancelled. */
function repeat(clock: LeaseClock, run: () => void): () => void {
  let cancel = (): void => undefined;
  const next = (): void => {
    cancel = clock.after(beatMs, () => {
      next();
      run();
    });
  };
  next();
  return () => cancel();
}
