import { type OtherKey, shownKeyDigits } from '@botscope/contract';
import { hourMs } from '../../platform/time-units.ts';

/** Anyone can invent keys and origins: what is kept is bounded, and the oldest goes first. */
const maxEntries = 1_000;
const maxShownKeys = 5;
/** Longer than a name in DNS with its scheme and port: such an origin is none. */
const maxCharacters = 300;

/** Location of a page that reports with an unknown key. */
export interface KeyPlace {
  /** '' = the browser named none. */
  origin: string;
  /** Host as the page reports it, else that of the origin; Mini Apps do not report it. */
  host: string;
}

/** Nobody proves that a name is theirs, and `*.com` would list the pages of everyone else. */
export const isWrittenOut = (place: string): boolean => !place.includes('*');

/**
 * Requests whose key is unknown, of the last hour, by page and key: the only trace of a page that has a wrong key. They
 * are in the memory of the process that took them, with the last digits of the key.
 */
export interface UnknownKeys {
  note(key: string, origin: string | undefined, host: string): void;
  /** Keys on pages that an app or website allows, except its own; the newest first. */
  list(ownKey: string, isAllowed: (place: KeyPlace) => boolean): OtherKey[];
}

export function createUnknownKeys({ now }: { now: () => number }): UnknownKeys {
  /** The newest last. */
  const recentKeys = new Map<string, KeyPlace & { digits: string; at: number }>();
  return {
    note(key, origin = '', pageHost) {
      const host = pageHost === '' ? parseHost(origin) : pageHost;
      if (host === '' || origin.length > maxCharacters) return;
      const digits = key.slice(-shownKeyDigits);
      const entryKey = `${origin} ${host} ${digits}`;
      recentKeys.delete(entryKey);
      recentKeys.set(entryKey, { origin, host, digits, at: now() });
      const [oldest] = recentKeys.keys();
      if (recentKeys.size > maxEntries && oldest !== undefined) recentKeys.delete(oldest);
    },
    list(ownKey, isAllowed) {
      const ownDigits = ownKey.slice(-shownKeyDigits);
      const since = now() - hourMs;
      const matchingKeys = [...recentKeys.values()]
        .toReversed()
        .filter((one) => one.at > since && one.digits !== ownDigits && isAllowed(one))
        .map(({ host, digits, at }) => ({ host, digits, at: new Date(at).toISOString() }));
      // Requests of one page with and without an origin are listed once.
      const isFirst = (one: OtherKey) =>
        one === matchingKeys.find(({ host, digits }) => host === one.host && digits === one.digits);
      return matchingKeys.filter(isFirst).slice(0, maxShownKeys);
    },
  };
}

const parseHost = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : '');
