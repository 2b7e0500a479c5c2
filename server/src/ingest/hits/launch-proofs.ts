import type { KeyObject } from 'node:crypto';
import type { HitProof, ProofProblem } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import { dayMs, minuteMs } from '../../platform/time-units.ts';
import type { User } from '../../telegram/user.ts';
import { type InitDataBot, longestAgeMs, proveInitData } from './init-data.ts';

/** A launch whose user is proven. */
export interface ProvenLaunch {
  /** Its ID, 32 hexadecimal digits. */
  launch: string;
  user: User;
  proof: Exclude<HitProof, 'none'>;
  /** When the app was opened, and when that was proven, Unix ms. */
  authAt: number;
  provenAt: number;
  /** The event that its page began with: a later load is a reload, and attributes nothing. '' = not seen yet. */
  openedBy: string;
}

/** Launches outlive a process, and a script sends initData once: so they are stored. */
export interface LaunchStore {
  /** By the launch's ID, or by a name that a script gave it. */
  find(app: number, name: string): Promise<ProvenLaunch | null>;
  /** Stores it under its ID and another name, unless they are taken; returns it with the first event that opened it. */
  remember(app: number, bot: string, launch: ProvenLaunch, name: string): Promise<ProvenLaunch>;
}

/** Result of checking the launch of a request. */
export interface Verdict {
  launch: string;
  proven: ProvenLaunch | null;
  /** Why it is not proven. */
  problem: ProofProblem | null;
  /** Payload of the link that opened the app; initData alone have it. */
  startParam: string;
  /** When Telegram said that the bot may write to the user, Unix ms; null: the request's initData do not say so. */
  allowedAt: number | null;
}

/** A verdict before anything is stored. */
export interface Proof extends Verdict {
  /** The launch, or what has been learnt of it, is not in the store yet. */
  isNew: boolean;
}

/** A stolen initData is good for no longer. */
export const provenForMs = 7 * dayMs;
const mostLaunches = 50_000;
/** A script leaves initData out only after an answer, so a name that nobody knows stays unknown. */
const unknownForMs = minuteMs;

export function createLaunchProofs(deps: { store: LaunchStore; keys: readonly KeyObject[]; now: () => number }) {
  const { store, keys, now } = deps;
  const known = new QuickLRU<string, ProvenLaunch>({ maxSize: mostLaunches });
  const unknown = new QuickLRU<string, true>({ maxSize: mostLaunches, maxAge: unknownForMs });
  const keyOf = (app: number, name: string): string => `${app} ${name}`;
  const isFresh = ({ provenAt }: ProvenLaunch): boolean => now() - provenAt < provenForMs;

  async function find(app: number, name: string): Promise<ProvenLaunch | null> {
    const key = keyOf(app, name);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    if (unknown.has(key)) return null;
    const found = await store.find(app, name);
    if (found === null) unknown.set(key, true);
    else known.set(key, found);
    return found;
  }

  /** Finds the launch of a request without initData by the name that an earlier request gave. */
  async function byName(app: number, name: string): Promise<Proof> {
    const found = await find(app, name);
    if (found === null) return unproven(name, 'NoInitData');
    if (!isFresh(found)) return unproven(found.launch, 'Expired');
    return { ...{ launch: found.launch, proven: found, problem: null }, startParam: '', allowedAt: null, isNew: false };
  }

  return {
    /**
     * Says whose launch it is, and stores nothing: a user is known before limits are taken. `openedBy` is the request's
     * first load of a page; '' = it has none. @throws AppError StoreUnavailable where it cannot be known who it was
     */
    async prove(
      app: { id: number; bot: string },
      bot: InitDataBot,
      request: { initData: string; launchName: string; openedBy: string },
    ): Promise<Proof> {
      const { initData, launchName, openedBy } = request;
      if (initData === '') return byName(app.id, launchName);
      const read = proveInitData(initData, bot, { keys, now: now() });
      if (typeof read === 'string') return unproven(launchName, read);
      const { startParam, allowsWriting, ...shown } = read;
      const allowedAt = allowsWriting ? shown.authAt : null;
      const isOld = now() - shown.authAt > longestAgeMs;
      const before = isOld ? await find(app.id, shown.launch) : (known.get(keyOf(app.id, shown.launch)) ?? null);
      if (isOld && (before === null || !isFresh(before))) return unproven(launchName, 'Expired');
      const isComplete = before !== null && (before.openedBy !== '' || openedBy === '');
      if (isComplete && known.get(keyOf(app.id, launchName))?.launch === before.launch)
        return { ...{ launch: before.launch, proven: before, problem: null }, startParam, allowedAt, isNew: false };
      const proven = { ...shown, provenAt: before?.provenAt ?? now(), openedBy };
      return { ...{ launch: proven.launch, proven, problem: null }, startParam, allowedAt, isNew: true };
    },
    /**
     * Stores a launch under its ID and the name that its script gave it. Comes after all limits: 600 invented names of one
     * initData were stored by requests that were answered 429. @throws AppError StoreUnavailable
     */
    async remember(
      app: { id: number; bot: string },
      { isNew, ...verdict }: Proof,
      launchName: string,
    ): Promise<Verdict> {
      if (!isNew || verdict.proven === null) return verdict;
      const kept = await store.remember(app.id, app.bot, verdict.proven, launchName);
      for (const name of [kept.launch, launchName]) {
        const key = keyOf(app.id, name);
        // A name stays that of the launch which had it first, as in the store.
        if ((known.get(key)?.launch ?? kept.launch) === kept.launch) known.set(key, kept);
        unknown.delete(key);
      }
      return { ...verdict, launch: kept.launch, proven: kept };
    },
    /** People of a bot were erased: what is in memory is read again. */
    forgetAll(): void {
      known.clear();
      unknown.clear();
    },
  };
}

const unproven = (launch: string, problem: ProofProblem): Proof => ({
  ...{ launch, problem, proven: null, startParam: '', allowedAt: null, isNew: false },
});

export type LaunchProofs = ReturnType<typeof createLaunchProofs>;
