import { parseServiceAccount } from '@botscope/contract';
import type { DeliveryItem, Outcome, ProviderOf } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { writeRequest } from './requests.ts';
import { eventRow, groupRows, header, isTooLong } from './rows.ts';
import {
  checkRights,
  findEnd,
  loadState,
  noSheet,
  readColumn,
  readGrid,
  type SheetState,
  type SheetsContext,
  saveState,
  writeRows,
} from './sheet.ts';

/** Rows of a request. */
const maxItems = 500;
/** Google takes 60 requests to write a minute from one account. */
const requestsPerSecond = 1;
/** So many IDs of rows that arrived are remembered: of the last calls, whose outcome the engine may have lost. */
const landedIds = 1_000;

/** A row for each event, written to an exact range: where an answer is lost, the range shows whether it arrived. */
export const googleSheets: ProviderOf<'google_sheets'> = {
  proves: 'address',
  limits: () => ({ items: maxItems, concurrency: 1, perSecond: requestsPerSecond }),
  lane: ({ secrets }) => `google_sheets:${parseServiceAccount(secrets.key)?.client_email ?? ''}`,
  /** As the rows would be written to an empty sheet, below its header. */
  preview: (items, configuration) => {
    const rows = items.map(({ event }) => eventRow(event));
    return rows.length === 0 ? null : writeRequest(configuration, '…', 1, [header, ...rows]);
  },
  async deliver(items, context) {
    const outcomes = new Map<DeliveryItem, Outcome>();
    try {
      await writeItems(items, context, outcomes);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return items.map((item) => outcomes.get(item) ?? error.outcome);
    }
    return items.map((item) => outcomes.get(item) as Outcome);
  },
  async test(context) {
    try {
      if ((await readGrid(context)) === null) throw noSheet(context);
      await checkRights(context);
      return { kind: 'delivered' };
    } catch (error) {
      if (error instanceof ProviderError) return error.outcome;
      throw error;
    }
  },
};

/** What has an outcome is noted in `outcomes`. @throws ProviderError SendFailure */
async function writeItems(
  items: readonly DeliveryItem[],
  context: SheetsContext,
  outcomes: Map<DeliveryItem, Outcome>,
): Promise<void> {
  let state = await currentState(context);
  const landed = new Set(state.landed);
  for (const item of items) {
    if (landed.has(item.event.id)) outcomes.set(item, { kind: 'delivered' });
    else if (isTooLong(eventRow(item.event)))
      outcomes.set(item, { kind: 'rejected', code: 'too_large', detail: 'A cell takes 50,000 characters' });
  }
  for (const group of groupRows(items.filter((item) => !outcomes.has(item)))) {
    const next = await freeRow(context, state, group.length);
    // The header is written with the first rows: a sheet has both or none.
    const rows = [...(next === 1 ? [header] : []), ...group.map(({ row }) => row)];
    const ids = rows.map(([id]) => String(id));
    await saveState(context, { ...state, next, pending: { row: next, ids } });
    await writeRows(context, next, rows);
    state = afterArrival(state, ids, next + ids.length);
    await saveState(context, state);
    for (const { item } of group) outcomes.set(item, { kind: 'delivered' });
  }
}

const afterArrival = ({ landed }: SheetState, ids: readonly string[], next: number): SheetState => ({
  next,
  pending: null,
  landed: [...landed, ...ids].slice(-landedIds),
});

/**
 * The next row, if the sheet ends there as it was left. People insert, delete and sort rows: nothing of theirs or ours
 * may be overwritten. @throws ProviderError SendFailure
 */
async function freeRow(context: SheetsContext, { next, landed }: SheetState, rows: number): Promise<number> {
  if (next > 1) {
    const column = await readColumn(context, next - 1, next + rows);
    if (column.length === 1 && column[0] === landed.at(-1)) return next;
  }
  return (await findEnd(context)).next;
}

/** State of the sheet without rows in flight: whether those arrived is read from the sheet. @throws ProviderError SendFailure */
async function currentState(context: SheetsContext): Promise<SheetState> {
  const state = await loadState(context);
  if (state === null) return { next: 1, pending: null, landed: [] };
  if (state.pending === null) return state;
  const { row, ids } = state.pending;
  const column = await readColumn(context, row, row + ids.length - 1);
  let resolved: SheetState = { ...state, pending: null };
  if (ids.every((id, index) => column[index] === id)) resolved = afterArrival(state, ids, row + ids.length);
  else if (column.length > 0) {
    // Rows were moved since.
    const { next, tail } = await findEnd(context);
    const there = new Set(tail);
    resolved = ids.every((id) => there.has(id)) ? afterArrival(state, ids, next) : { ...resolved, next };
  }
  await saveState(context, resolved);
  return resolved;
}
