import { defaultNames, type NameSet, namesByLanguage } from '../data/names.ts';
import { languages } from '../data/rhythm.ts';
import type { Random } from '../random.ts';
import type { Message, User } from '../users/telegram-types.ts';
import { toUser } from '../users/user.ts';
import type { Origin } from './arrivals.ts';

/** One thing a visitor does; a visit is a list of them. */
export type Step =
  | 'start'
  | 'command'
  | 'button'
  | 'keyboard'
  | 'text'
  | 'edit'
  | 'media'
  | 'inline'
  | 'choose'
  | 'mini app'
  | 'checkout'
  | 'paid'
  | 'block'
  | 'unblock';

/** A user of the population between two actions. Kept small: a big world holds hundreds of thousands. */
export interface Visitor {
  user: User;
  origin: Origin;
  utcOffset: number;
  /** Rest of the current visit, next step last. */
  script: Step[];
  visits: number;
  isBlocked: boolean;
  lastMessageId: number;
  /** The message that an edit would change. */
  lastText?: Message | undefined;
  lastQuery: string;
  purchase?: { amount: number; currency: string; payload: string } | undefined;
}

const premiumShare = 0.14;
const usernameWords = ['sun', 'cat', 'tea', 'moto', 'nord', 'pixel', 'river', 'lama', 'foxy', 'berry', 'cloud', 'mint'];

/** A new visitor; `id` must be new in this world. */
export function newVisitor(random: Random, id: number, origin: Origin): Visitor {
  const { code, utcOffset } = random.weighted(languages);
  const names = namesByLanguage[code] ?? defaultNames;
  const firstName = random.pick(names.first);
  const user = toUser(id, firstName, {
    ...(random.chance(0.55) ? { last_name: agreeing(random.pick(names.last), firstName, names) } : {}),
    ...(random.chance(0.6) ? { username: `${random.pick(usernameWords)}_${random.digits(5)}` } : {}),
    ...(code === '' ? {} : { language_code: code }),
    is_premium: random.chance(premiumShare),
  });
  return { user, origin, utcOffset, script: [], visits: 0, isBlocked: false, lastMessageId: 0, lastQuery: '' };
}

// 2 654 435 761 shares no factor with 7 700 000 000: the first 7.7 thousand million users get different ids, and
// products stay below 2^53 for the first three million of them.
const idStep = 2_654_435_761;
const idRange = 7_700_000_000;
const lowestId = 200_000_000;

/** The user id of the user who came as number `index`; different worlds begin elsewhere. */
export function visitorId(world: number, index: number): number {
  return lowestId + ((index * idStep + world) % idRange);
}

/** The form of a family name that goes with a given name. */
function agreeing(last: string, first: string, { longForm }: NameSet): string {
  if (longForm === undefined) return last;
  const shortForm = last.replace(/[аa]$/, '');
  if (!longForm.test(first)) return shortForm;
  return shortForm + (/[a-z]$/.test(shortForm) ? 'a' : 'а');
}
