import type { SimulatedEvent } from './actor.ts';
import type { Dice } from './dice.ts';
import type { ListRow, Request, Sending } from './requests.ts';
import { createCopies } from './sending.ts';
import { midnight, type ZoneCase } from './zone-cases.ts';

const dayMs = 86_400_000;
/** Sendings of one way so close together may share a request. */
const batchMs = 3 * 3_600_000;

/** Everything that happened as requests: batches, files, lists, and now and then a roll-up between them. */
export function buildRequests(
  simulatedEvents: readonly SimulatedEvent[],
  visits: readonly Request[],
  zoneCase: ZoneCase,
  dice: Dice,
): Request[] {
  const sendings = simulatedEvents.flatMap((simulatedEvent) => createCopies(simulatedEvent, dice));
  const live = sendings.filter(({ way, isDelayed }) => way !== 'file' && !isDelayed);
  const delayed = sendings.filter(({ isDelayed }) => isDelayed);
  const requests: Request[] = [
    ...batches(live, dice),
    ...files(
      sendings.filter(({ way }) => way === 'file'),
      zoneCase,
      dice,
    ),
    ...lists(simulatedEvents, zoneCase, dice),
    ...visits,
    ...(dice.chance(0.6) ? rollUps(zoneCase, dice) : []),
  ];
  return [...requests.sort((a, b) => a.at - b.at), ...batches(delayed, dice)];
}

function batches(sendings: readonly Sending[], dice: Dice): Request[] {
  const requests: { way: 'push' | 'call' | 'conversion'; at: number; items: Record<string, unknown>[] }[] = [];
  for (const { way, receivedAt, item } of [...sendings].sort((a, b) => a.receivedAt - b.receivedAt)) {
    if (way === 'file') continue;
    const open = requests.findLast((request) => request.way === way);
    const isSame = open?.at === receivedAt;
    const goesAlong = open && receivedAt - open.at < batchMs && dice.chance(0.4);
    if (open && (isSame || goesAlong)) {
      open.items.push(item);
      open.at = receivedAt;
    } else {
      requests.push({ way, at: receivedAt, items: [item] });
    }
  }
  return requests;
}

/** One or two exports, ordered by time; the first line has a date. */
function files(sendings: readonly Sending[], zoneCase: ZoneCase, dice: Dice): Request[] {
  const first = midnight(zoneCase, dice.between(0, 3)) + dice.between(1, 80_000_000);
  const moments = [first, first + dice.between(1, 50) * dayMs];
  const parts = moments.map((timestamp) => ({ at: timestamp, own: [] as Sending[] }));
  for (const copy of sendings) {
    // An event is exported only after it happened.
    const laterParts = parts.filter(({ at }) => at > copy.receivedAt + 10_000);
    if (laterParts.length > 0) dice.pick(laterParts).own.push(copy);
  }
  return parts.flatMap(({ at, own }): Request[] => {
    const sortedItems = [...own].sort((a, b) => a.receivedAt - b.receivedAt).map(({ item }) => item);
    const lines = sortedItems.slice(sortedItems.findIndex(hasDate));
    return sortedItems.some(hasDate) ? [{ way: 'file', at, lines }] : [];
  });
}

const hasDate = (item: Record<string, unknown>): boolean =>
  item.date !== undefined ||
  /"(date|edit_date|add_date|remove_date)":/.test(
    JSON.stringify(item.update).replace(/"message":\{"message_id":\d+,"date":1500000000/, ''),
  );

/** A list, and sometimes the same list again. */
function lists(simulatedEvents: readonly SimulatedEvent[], zoneCase: ZoneCase, dice: Dice): Request[] {
  const rows = simulatedEvents.flatMap((one): ListRow[] => (one.what === 'listed' ? [one] : []));
  if (rows.length === 0) return [];
  const timestamp = midnight(zoneCase, dice.between(5, 9)) + dice.between(1, 80_000_000);
  const list: Request = { way: 'list', at: timestamp, rows };
  return dice.chance(0.3) ? [list, { ...list, at: timestamp + 3 * dayMs }] : [list];
}

function rollUps(zoneCase: ZoneCase, dice: Dice): Request[] {
  const before = Date.parse(`${zoneCase.day}T00:00:00Z`) + dice.between(-2, 4) * dayMs;
  const rolled: Request = { way: 'roll-up', at: before + dice.between(1, 70) * 3_600_000, before };
  const repeat: Request = { way: 'roll-up', at: rolled.at + 4 * dayMs, before: before + 3 * dayMs };
  return dice.chance(0.4) ? [rolled, repeat] : [rolled];
}
