import { formatClock } from '../oracle/calendar.ts';
import type { World } from './world.ts';

/** A world for a user to read: who is in it, and everything that was sent, with its receipt. */
export function drawWorld({
  seed,
  zoneCase,
  rules,
  users,
  requests,
  sessionGapMinutes,
  callbackMaxLength,
}: World): string {
  const head = `world ${seed}, ${zoneCase.zone} about ${zoneCase.day}, gap ${sessionGapMinutes}, callback ${callbackMaxLength}, rules ${JSON.stringify(rules)}`;
  const cast = users.map(({ actor, scenario }) => `  ${actor.id} ${actor.first_name} ${scenario}`);
  const requestLines = requests.flatMap((request) => {
    const items: readonly object[] =
      request.way === 'list'
        ? request.rows
        : request.way === 'file'
          ? request.lines
          : request.way === 'roll-up'
            ? [{ before: new Date(request.before).toISOString() }]
            : request.way === 'site'
              ? request.hits.map((hit) => ({ ...request, hits: undefined, ...hit }))
              : request.items;
    const receiptLine = `${new Date(request.at).toISOString()} (${formatClock(request.at, zoneCase.zone)}) ${request.way}`;
    return [receiptLine, ...items.map((item) => `    ${JSON.stringify(item)}`)];
  });
  return [head, ...cast, ...requestLines].join('\n');
}
