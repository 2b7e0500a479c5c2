import { nameCaps, otherName } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import { dayMs } from '../../platform/time-units.ts';

interface Seen {
  names: Set<string>;
  /** Hashes of the paths of `day`: 10,000 of them as texts would be megabytes. */
  paths: Set<number>;
  day: number;
}

/** Apps whose names are kept in memory at a time. */
const mostApps = 1_000;

/**
 * One visitor with thousands of invented names would make every chart of an app useless. What is beyond the caps is
 * `(other)`. The names are those that the app has had before, as far as `known` says, and those of this process since.
 */
export function createNameCaps(deps: {
  /** The names of an app that were most used lately, at most as many as the cap. */
  known: (bot: string, app: number) => Promise<readonly string[]>;
  now: () => number;
}) {
  const apps = new QuickLRU<number, Seen>({ maxSize: mostApps });

  function seenOf(bot: string, app: number): Seen {
    const day = Math.floor(deps.now() / dayMs);
    const seen = apps.get(app) ?? { names: new Set(), paths: new Set(), day };
    if (!apps.has(app)) {
      apps.set(app, seen);
      // Nobody waits: until they are here, names are taken as they come.
      deps
        .known(bot, app)
        .then((names) => {
          for (const name of names) seen.names.add(name);
        })
        .catch(() => undefined);
    }
    if (seen.day !== day) {
      seen.paths.clear();
      seen.day = day;
    }
    return seen;
  }

  return {
    cap(bot: string, app: number, hit: { name: string; path: string }): { name: string; path: string } {
      const { names, paths } = seenOf(bot, app);
      const isNameTaken = names.has(hit.name) || names.size < nameCaps.names;
      if (isNameTaken) names.add(hit.name);
      const path = hashOf(hit.path);
      const isPathTaken = hit.path === '' || paths.has(path) || paths.size < nameCaps.pathsPerDay;
      if (isPathTaken && hit.path !== '') paths.add(path);
      return { name: isNameTaken ? hit.name : otherName, path: isPathTaken ? hit.path : otherName };
    },
  };
}

export type NameCaps = ReturnType<typeof createNameCaps>;

/** FNV-1a, 32 bits: two paths that collide are one for the cap alone. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
