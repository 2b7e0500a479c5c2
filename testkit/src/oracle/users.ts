import type { Fact, Profile } from './facts/fact.ts';

/**
 * The newest profile of each bot user, out of the events that make a bot user. Lists say less: they count for
 * users without other events. Within one millisecond the last by alphabet counts.
 */
export function newestProfiles(facts: readonly Fact[]): Map<number, Profile> {
  const isListed = ({ kind }: Fact) => kind === 'imported';
  return new Map([...pickNewest(facts.filter(isListed)), ...pickNewest(facts.filter((fact) => !isListed(fact)))]);
}

function pickNewest(facts: readonly Fact[]): Map<number, Profile> {
  const newest = new Map<number, { time: number; profile: Profile }>();
  for (const { userId, isContact, time, profile } of facts) {
    if (!isContact || userId === 0 || profile === null) continue;
    const storedProfile = newest.get(userId);
    const isNewer = storedProfile === undefined || time > storedProfile.time;
    const isLater = storedProfile?.time === time && keyOf(profile) > keyOf(storedProfile.profile);
    if (isNewer || isLater) newest.set(userId, { time, profile });
  }
  return new Map([...newest].map(([userId, { profile }]) => [userId, profile]));
}

const keyOf = ({ firstName, lastName, username, language, isPremium }: Profile): string =>
  [firstName, lastName, username, language, String(isPremium)].join('\0');

/** The region of a language tag, `pt-br` → `BR`; '' where it names none. */
export function countryOf({ language }: Profile): string {
  return (/[-_]([a-z]{2})$/i.exec(language)?.[1] ?? '').toUpperCase();
}

/** Derives the gender from the first name; the first run of Latin or Cyrillic letters is the name. */
export function guessGender({ firstName }: Profile): { gender: 'male' | 'female' | 'unknown'; confidence: number } {
  const name = /[\p{Script=Latin}\p{Script=Cyrillic}]+/u.exec(firstName)?.[0].toLowerCase() ?? '';
  const women = shareOfWomen[name];
  if (women === undefined || (women > 0.1 && women < 0.9)) return { gender: 'unknown', confidence: 0 };
  return women > 0.5 ? { gender: 'female', confidence: women } : { gender: 'male', confidence: 1 - women };
}

/** Names of the worlds: how many of their bearers are women, by the lists that the product is delivered with. */
const shareOfWomen: Readonly<Record<string, number>> = {
  ann: 0.997,
  anna: 0.997,
  ben: 0.003,
  dan: 0.004,
  eve: 1,
  иван: 0.01,
  ольга: 0.99,
  maria: 0.993,
  олег: 0.01,
  petra: 0.998,
};
