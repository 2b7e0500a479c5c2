import type { ListedUser, MiniAppHit, WebsiteHit } from '../deliveries.ts';
import { blankFact, type Fact } from './fact.ts';
import { sameText } from './json.ts';
import { type PayloadRules, readPayload } from './payload.ts';
import { toProfile } from './profile.ts';

/** A hit of the Mini App: it makes a bot user, and is no action. A launch by a link with a payload is a launch. */
export function readHit(hit: MiniAppHit, position: number, rules: PayloadRules): Fact {
  const { at, from, name, startPayload, platform, version, launch, country, receivedAt } = hit;
  const key = `hit ${sameText([from.id, at, name, startPayload, platform, version, launch])}`;
  const isLaunch = name === 'app_launch' && startPayload !== '';
  return {
    ...blankFact(position, receivedAt, 'hit', key),
    ...(isLaunch ? { isLaunch, startPayload, ...readPayload(startPayload, rules) } : {}),
    time: at,
    userId: from.id,
    profile: toProfile(from),
    name,
    platform,
    version,
    launch,
    appCountry: country,
    isContact: true,
  };
}

/** Event of a recognized user on a website: no action, and it makes nobody a bot user. Visibility is no event. */
export function readSiteEvent(hit: WebsiteHit, position: number): Fact[] {
  const { at, userId, name, site, id, receivedAt } = hit;
  if (userId === 0 || name === 'visible' || name === 'hidden') return [];
  return [{ ...blankFact(position, receivedAt, 'site_event', `site event ${site} ${id}`), time: at, userId, name }];
}

const rightAfterMs = 1;

/**
 * A row of a list: a bot user from its date on, without one from the first upload on; its source is a launch. A user who
 * left at an unknown date left right after coming. The same row of a later list is the same.
 */
export function readListed(row: ListedUser, position: number, rules: PayloadRules): Fact[] {
  const { from, source, hasLeft, receivedAt } = row;
  const [addedAt, leftAt] = [dateOfCell(row.dateAdded), dateOfCell(row.dateLeft)];
  const cameAt = addedAt ?? (leftAt === null ? null : leftAt - rightAfterMs);
  const commonFields = { userId: from.id, chatType: 'private', profile: toProfile(from), isContact: true };
  const came: Fact = {
    ...blankFact(position, receivedAt, 'imported', `listed ${from.id} ${cameAt ?? 'at an unknown date'} ${source}`),
    ...commonFields,
    ...(source === '' ? {} : { isLaunch: true, startPayload: source, ...readPayload(source, rules) }),
    time: cameAt ?? receivedAt,
  };
  if (!hasLeft && leftAt === null) return [came];
  const wentAt = leftAt ?? (cameAt === null ? null : cameAt + rightAfterMs);
  const went: Fact = {
    ...blankFact(
      position,
      receivedAt,
      'imported',
      `listed as gone ${from.id} ${wentAt ?? 'at an unknown date'} ${source}`,
    ),
    ...commonFields,
    time: wentAt ?? receivedAt + rightAfterMs,
    membership: 'blocked',
  };
  return [came, went];
}

/** A day alone is its noon, and without a zone it is UTC. Unix ms; null for an empty cell. */
function dateOfCell(cell: string): number | null {
  if (cell === '') return null;
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return Date.parse(`${cell}T12:00:00Z`);
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(cell) ? cell : `${cell.replace(' ', 'T')}Z`);
}
