import type { ConversationItem, ConversationMessage, ConversationNote } from '@botscope/contract';

/** A row of the list. */
export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; item: ConversationMessage; isContinued: boolean }
  | { kind: 'album'; key: string; items: ConversationMessage[]; isContinued: boolean }
  | { kind: 'note'; key: string; item: ConversationNote }
  | { kind: 'app'; key: string; items: ConversationNote[] };

/** Time without a hit after which a session in a Mini App or on a website ends, ms (docs/metrics.md). */
const appGapMs = 30 * 60_000;

/**
 * Rows of items in order: a heading for each day (`dayOf` names it), albums as one, events of Mini Apps and websites as sessions, and
 * messages of the same second, way and type as one group.
 */
export function buildRows(items: readonly ConversationItem[], dayOf: (at: string) => string): Row[] {
  const rows: Row[] = [];
  let day = '';
  for (const item of items) {
    const itsDay = dayOf(item.at);
    if (itsDay !== day) rows.push({ kind: 'day', key: `day ${itsDay}`, at: item.at });
    day = itsDay;
    const last = rows.at(-1);
    if (item.type === 'message') addMessage(rows, last, item);
    else if (isOfSession(last, item)) last.items.push(item);
    else if (detectPage(item) !== null) rows.push({ kind: 'app', key: item.id, items: [item] });
    else rows.push({ kind: 'note', key: item.id, item });
  }
  return rows;
}

function addMessage(rows: Row[], last: Row | undefined, item: ConversationMessage): void {
  const isContinued = continues(last, item);
  if (item.album === '') rows.push({ kind: 'message', key: item.id, item, isContinued });
  else if (last?.kind === 'album' && last.items[0]?.album === item.album && last.items[0].way === item.way)
    last.items.push(item);
  else rows.push({ kind: 'album', key: item.id, items: [item], isContinued });
}

const toSecond = (item: ConversationMessage): number => Math.floor(Date.parse(item.at) / 1_000);
const contentKind = ({ versions }: ConversationMessage): string => versions.at(-1)?.content?.kind ?? 'text';

/** Same second, way and type as the row before. */
function continues(last: Row | undefined, item: ConversationMessage): boolean {
  const before = last?.kind === 'message' ? last.item : last?.kind === 'album' ? last.items.at(-1) : undefined;
  if (before === undefined || before.way !== item.way) return false;
  return toSecond(before) === toSecond(item) && contentKind(before) === contentKind(item);
}

/** Returns the kind of page that reported a note; null: none. */
export function detectPage({ note }: ConversationNote): 'app' | 'site' | null {
  if (note === 'app_launch' || note === 'app_event') return 'app';
  return note === 'site_page' || note === 'site_event' ? 'site' : null;
}

function isOfSession(last: Row | undefined, item: ConversationNote): last is Row & { kind: 'app' } {
  if (last?.kind !== 'app' || item.note === 'app_launch') return false;
  const before = last.items.at(-1);
  return (
    before !== undefined &&
    detectPage(before) === detectPage(item) &&
    Date.parse(item.at) - Date.parse(before.at) < appGapMs
  );
}

/** The row that shows an item: of a cursor, or the first one at or after a moment. Undefined if it is not there. */
export function findRowIndex(rows: readonly Row[], place: string): number | undefined {
  const isMoment = /^-?\d+$/.test(place);
  const index = rows.findIndex((row) =>
    itemsOfRow(row).some((item) => (isMoment ? Date.parse(item.at) >= Number(place) : item.cursor === place)),
  );
  return index < 0 ? undefined : index;
}

const itemsOfRow = (row: Row): readonly ConversationItem[] =>
  row.kind === 'day' ? [] : 'items' in row ? row.items : [row.item];
