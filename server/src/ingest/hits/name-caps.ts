import { nameCaps, otherName } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import { createFairSet, type FairSet } from '../../platform/fairness/fair-set.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { PageRef } from './hit-page.ts';

/** A name that an app or a website has reported before. */
export interface ReportedName {
  name: string;
  /** A proven user reported it. */
  isProven: boolean;
}

/** Sender of a hit: a proven user, or anyone from some network. */
export interface Reporter {
  isProven: boolean;
  /** As `limitNetwork` says. */
  network: string;
}

interface Seen {
  /** Stored before, by proven users or others: they make no chart longer. */
  reported: Set<string>;
  /** Names from proven users, and the new ones that unproven reporters have invented today. */
  proven: Set<string>;
  unproven: FairSet<string>;
  /** Hashes of the paths of `day`: 10,000 of them as texts would be megabytes. */
  provenPaths: Set<number>;
  unprovenPaths: FairSet<number>;
  day: number;
}

/** Pages whose names are kept in memory at a time: of one kind, so that many of one do not push out the other. */
const maxPages = 1_000;

/**
 * One visitor with thousands of invented names would make every chart of an app useless. Names and paths beyond the caps
 * are `(other)`. Keys are public, so proven users have caps of their own: 20 requests of a stranger once turned each new
 * event of theirs into `(other)` for good. What is not proven is shared among networks, and begins again each day.
 */
export function createNameCaps(deps: {
  /** The names of a page: those of proven users first, then those used most lately, at most as many as the cap. */
  reported: (page: PageRef) => Promise<readonly ReportedName[]>;
  now: () => number;
}) {
  const pages = new QuickLRU<string, Seen>({ maxSize: maxPages });

  function loadSeen(page: PageRef): Seen {
    const day = Math.floor(deps.now() / dayMs);
    const key = `${page.kind} ${page.id}`;
    const seenNames = pages.get(key) ?? emptySeen(day);
    if (!pages.has(key)) {
      pages.set(key, seenNames);
      // Nobody waits: until they are here, names are taken as they come.
      deps
        .reported(page)
        .then((names) => {
          for (const { name, isProven } of names) (isProven ? seenNames.proven : seenNames.reported).add(name);
        })
        .catch(() => undefined);
    }
    if (seenNames.day !== day) {
      seenNames.unproven.clear();
      seenNames.provenPaths.clear();
      seenNames.unprovenPaths.clear();
      seenNames.day = day;
    }
    return seenNames;
  }

  function takesName(seenNames: Seen, name: string, { isProven, network }: Reporter): boolean {
    if (seenNames.proven.has(name)) return true;
    if (isProven) {
      const isTaken = seenNames.proven.size < nameCaps.names;
      if (isTaken) seenNames.proven.add(name);
      return isTaken || seenNames.reported.has(name);
    }
    return seenNames.reported.has(name) || seenNames.unproven.add(network, name);
  }

  function takesPath(seenNames: Seen, path: string, { isProven, network }: Reporter): boolean {
    if (path === '') return true;
    const hash = hashText(path);
    if (seenNames.provenPaths.has(hash)) return true;
    if (!isProven) return seenNames.unprovenPaths.add(network, hash);
    const isTaken = seenNames.provenPaths.size < nameCaps.pathsPerDay;
    if (isTaken) seenNames.provenPaths.add(hash);
    return isTaken;
  }

  return {
    cap(page: PageRef, hit: { name: string; path: string }, reporter: Reporter): { name: string; path: string } {
      const seenNames = loadSeen(page);
      return {
        name: takesName(seenNames, hit.name, reporter) ? hit.name : otherName,
        path: takesPath(seenNames, hit.path, reporter) ? hit.path : otherName,
      };
    },
  };
}

export type NameCaps = ReturnType<typeof createNameCaps>;

const emptySeen = (day: number): Seen => ({
  reported: new Set(),
  proven: new Set(),
  unproven: createFairSet(nameCaps.names),
  provenPaths: new Set(),
  unprovenPaths: createFairSet(nameCaps.pathsPerDay),
  day,
});

/** FNV-1a, 32 bits: two paths that collide are one for the cap alone. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
