import type { IntegrationEvent } from '@botscope/contract';
import { moneyOf } from '../event-text.ts';
import type { DeliveryItem } from '../provider.ts';

export type Cell = string | number;
export type Row = readonly Cell[];

/** Names of the columns A to K. The first one is how a row of ours is known. */
export const header: Row = [
  ...['ID', 'Time', 'Type', 'Bot', 'User ID', 'Name', 'Username', 'Source', 'Amount', 'Currency', 'Details'],
];
/** Longest text of a cell. */
const cellLength = 50_000;
/** Google advises at most 2 MB in a request. */
const requestBytes = 1_500_000;

/** Cells are written as they are: what looks like a formula is a text. Unknown values are empty texts. */
export function eventRow(event: IntegrationEvent): Row {
  const { id, at, type, bot, user, data } = event;
  const money = moneyOf(event);
  const hidden = new Set(money === null ? [] : ['amount', 'currency', 'decimals']);
  const details = Object.fromEntries(Object.entries(data).filter(([key]) => !hidden.has(key)));
  const name = [user?.first_name, user?.last_name].filter((part) => (part ?? '') !== '').join(' ');
  return [
    ...[id, at, type, bot.name],
    ...[user?.id ?? '', name, user?.username ?? '', user?.source ?? ''],
    ...[money === null ? '' : Number(money.value), money?.currency ?? ''],
    Object.keys(details).length === 0 ? '' : JSON.stringify(details),
  ];
}

export const isTooLong = (row: Row): boolean => row.some((cell) => String(cell).length > cellLength);

/** Items with their rows, in groups that fit into one request each. */
export function groupRows(items: readonly DeliveryItem[]): { item: DeliveryItem; row: Row }[][] {
  const groups: { item: DeliveryItem; row: Row }[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const row = eventRow(item.event);
    const size = Buffer.byteLength(JSON.stringify(row));
    if (bytes + size > requestBytes) {
      groups.push([]);
      bytes = 0;
    }
    bytes += size;
    groups.at(-1)?.push({ item, row });
  }
  return groups;
}
