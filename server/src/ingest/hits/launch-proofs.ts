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

/** Lifetime of proven initData: limits the use of a stolen one. */
export const provenForMs = 7 * dayMs;
const maxLaunches = 50_000;
/** A script leaves initData out only after an answer, so a name that nobody knows stays unknown. */
const unknownForMs = minuteMs;

export function createLaunchProofs(deps: { store: LaunchStore; keys: readonly KeyObject[]; now: () => number }) {
  const { store, keys, now } = deps;
  const launches = new QuickLRU<string, ProvenLaunch>({ maxSize: maxLaunches });
  const missingNames = new QuickLRU<string, true>({ maxSize: maxLaunches, maxAge: unknownForMs });
  const toKey = (app: number, name: string): string => `${app} ${name}`;
  const isFresh = ({ provenAt }: ProvenLaunch): boolean => now() - provenAt < provenForMs;

  async function find(app: number, name: string): Promise<ProvenLaunch | null> {
    const key = toKey(app, name);
    const cachedLaunch = launches.get(key);
    if (cachedLaunch !== undefined) return cachedLaunch;
    if (missingNames.has(key)) return null;
    const storedLaunch = await store.find(app, name);
    if (storedLaunch === null) missingNames.set(key, true);
    else launches.set(key, storedLaunch);
    return storedLaunch;
  }

  /** Finds the launch of a request without initData by the name that an earlier request gave. */
  async function byName(app: number, name: string): Promise<Proof> {
    const knownLaunch = await find(app, name);
    if (knownLaunch === null) return unproven(name, 'NoInitData');
    if (!isFresh(knownLaunch)) return unproven(knownLaunch.launch, 'Expired');
    return {
      ...{ launch: knownLaunch.launch, proven: knownLaunch, problem: null },
      startParam: '',
      allowedAt: null,
      isNew: false,
    };
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
      const proofResult = proveInitData(initData, bot, { keys, now: now() });
      if (typeof proofResult === 'string') return unproven(launchName, proofResult);
      const { startParam, allowsWriting, ...launchData } = proofResult;
      const allowedAt = allowsWriting ? launchData.authAt : null;
      const isOld = now() - launchData.authAt > longestAgeMs;
      const earlierLaunch = isOld
        ? await find(app.id, launchData.launch)
        : (launches.get(toKey(app.id, launchData.launch)) ?? null);
      if (isOld && (earlierLaunch === null || !isFresh(earlierLaunch))) return unproven(launchName, 'Expired');
      const isComplete = earlierLaunch !== null && (earlierLaunch.openedBy !== '' || openedBy === '');
      if (isComplete && launches.get(toKey(app.id, launchName))?.launch === earlierLaunch.launch)
        return {
          ...{ launch: earlierLaunch.launch, proven: earlierLaunch, problem: null },
          startParam,
          allowedAt,
          isNew: false,
        };
      const provenLaunch = { ...launchData, provenAt: earlierLaunch?.provenAt ?? now(), openedBy };
      return {
        ...{ launch: provenLaunch.launch, proven: provenLaunch, problem: null },
        startParam,
        allowedAt,
        isNew: true,
      };
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
      const storedLaunch = await store.remember(app.id, app.bot, verdict.proven, launchName);
      for (const name of [storedLaunch.launch, launchName]) {
        const key = toKey(app.id, name);
        // A name stays that of the launch which had it first, as in the store.
        if ((launches.get(key)?.launch ?? storedLaunch.launch) === storedLaunch.launch) launches.set(key, storedLaunch);
        missingNames.delete(key);
      }
      return { ...verdict, launch: storedLaunch.launch, proven: storedLaunch };
    },
    /** Users of a bot were erased: what is in memory is read again. */
    forgetAll(): void {
      launches.clear();
      missingNames.clear();
    },
  };
}

const unproven = (launch: string, problem: ProofProblem): Proof => ({
  ...{ launch, problem, proven: null, startParam: '', allowedAt: null, isNew: false },
});

export type LaunchProofs = ReturnType<typeof createLaunchProofs>;
