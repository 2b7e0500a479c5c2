import { spreadsheetId } from '@botscope/contract';
import type { ContextOf, OutgoingRequest, ProviderAnswer } from '../provider.ts';
import { ProviderError, parseJson } from '../provider-error.ts';
import { accessToken, forgetToken, serviceAccount } from './access-token.ts';
import { readAnswer } from './answers.ts';
import { gridPath, range, readColumnPath, sheetsRequest, writeRequest } from './requests.ts';
import type { Row } from './rows.ts';

export type SheetsContext = ContextOf<'google_sheets'>;

/** Rows that are read at once: their IDs fit into what is read of an answer. */
const columnRows = 1_000;
/** Rows that are added to a full sheet. */
const addedRows = 1_000;
const columns = 11;

export interface SheetState {
  /** The next free row, from 1. */
  next: number;
  /** Rows that were sent, and nobody knows yet whether they arrived. */
  pending: { row: number; ids: string[] } | null;
  /** IDs of the last rows that arrived: the engine may not know of them. */
  landed: string[];
}

/** Another sheet has rows of its own. */
const stateKey = ({ settings }: SheetsContext): string =>
  `sheet:${spreadsheetId(settings.spreadsheet)}:${settings.sheet}`;
export const loadState = (context: SheetsContext): Promise<SheetState | null> =>
  context.memory.get<SheetState>(stateKey(context));
export const saveState = (context: SheetsContext, state: SheetState): Promise<void> =>
  context.memory.set(stateKey(context), state);

type MakeRequest = (token: string) => OutgoingRequest;

/** Sends with a token, once more with a new one. `grid`: the sheet is too small. @throws ProviderError SendFailure */
async function call(context: SheetsContext, make: MakeRequest): Promise<ProviderAnswer | 'grid'> {
  const { client_email } = serviceAccount(context);
  for (const isLast of [false, true]) {
    const answer = await context.send(make(await accessToken(context)));
    const outcome = readAnswer(answer, client_email, context.now());
    if (outcome === 'grid') return 'grid';
    if (outcome === 'token') {
      forgetToken(context);
      if (!isLast) continue;
      throw new ProviderError({ kind: 'stop', code: 'unauthorized', detail: '401' });
    }
    if (outcome.kind !== 'delivered') throw new ProviderError(outcome);
    return answer;
  }
  throw new ProviderError({ kind: 'stop', code: 'unauthorized', detail: '401' });
}

/** Body of an answer; null where it was cut. @throws ProviderError SendFailure */
async function read(context: SheetsContext, path: string): Promise<Record<string, unknown> | 'grid' | null> {
  const answer = await call(context, (token) => sheetsRequest(context, token, 'GET', path));
  return answer === 'grid' ? 'grid' : parseJson(answer.body);
}

/** Texts of the first column up to the last one that is not empty; null: these are too many to be read at once. */
async function readAnyColumn(context: SheetsContext, from: number, to: number): Promise<string[] | null> {
  const body = await read(context, readColumnPath(context, from, to));
  // Rows that the sheet does not have are empty.
  if (body === 'grid') return [];
  if (body === null) return null;
  const [column] = (body.values as unknown[][] | undefined) ?? [];
  return (column ?? []).map((cell) => String(cell ?? ''));
}

/** The same of rows that are few enough if they are ours. @throws ProviderError SendFailure */
export async function readColumn(context: SheetsContext, from: number, to: number): Promise<string[]> {
  const column = await readAnyColumn(context, from, to);
  if (column !== null) return column;
  const detail = 'Column A of the sheet has long texts: choose an empty sheet';
  throw new ProviderError({ kind: 'stop', code: 'misconfigured', detail });
}

interface Grid {
  sheetId: number;
  rowCount: number;
  columnCount: number;
}

/** Size of the sheet; null: the spreadsheet has no sheet of the name. @throws ProviderError SendFailure */
export async function readGrid(context: SheetsContext): Promise<Grid | null> {
  const body = await read(context, gridPath);
  const sheets = (body === 'grid' || body === null ? [] : body.sheets) as
    | { properties: { sheetId?: number; title: string; gridProperties?: Partial<Grid> } }[]
    | undefined;
  const sheet = sheets?.find(({ properties }) => properties.title === context.settings.sheet)?.properties;
  if (sheet === undefined) return null;
  const { rowCount = 0, columnCount = 0 } = sheet.gridProperties ?? {};
  return { sheetId: sheet.sheetId ?? 0, rowCount, columnCount };
}

/** As Google says it of a sheet that is not there. */
export const noSheet = (context: SheetsContext): ProviderError =>
  new ProviderError({ kind: 'stop', code: 'misconfigured', detail: `There is no sheet "${context.settings.sheet}"` });

/** End of what the sheet has. */
export interface SheetEnd {
  /** The first row below all that have something in column A. */
  next: number;
  /** Texts of column A in the last rows. */
  tail: readonly string[];
}

/** Looked for in the lower half of the sheet, then in the lower half of the rest. @throws ProviderError SendFailure */
export async function findEnd(context: SheetsContext): Promise<SheetEnd> {
  const grid = await readGrid(context);
  if (grid === null) throw noSheet(context);
  let first = 1;
  let last = grid.rowCount;
  while (last - first >= columnRows) {
    const middle = Math.floor((first + last) / 2) + 1;
    const column = await readAnyColumn(context, middle, last);
    if (column === null) first = middle;
    else if (column.length > 0) return { next: middle + column.length, tail: column };
    else last = middle - 1;
  }
  const tail = await readColumn(context, first, last);
  return { next: first + tail.length, tail };
}

/** Writes rows at a place, and adds rows or columns to the sheet where they do not fit. @throws ProviderError SendFailure */
export async function writeRows(context: SheetsContext, row: number, rows: readonly Row[]): Promise<void> {
  const make: MakeRequest = (token) => writeRequest(context, token, row, rows);
  if ((await call(context, make)) !== 'grid') return;
  await enlarge(context, row + rows.length - 1);
  if ((await call(context, make)) === 'grid')
    throw new ProviderError({ kind: 'retry', code: 'other', detail: 'The sheet is too small' });
}

async function enlarge(context: SheetsContext, lastRow: number): Promise<void> {
  const grid = await readGrid(context);
  if (grid === null) throw noSheet(context);
  const { sheetId, rowCount, columnCount } = grid;
  const append = (dimension: 'ROWS' | 'COLUMNS', length: number) => ({
    appendDimension: { sheetId, dimension, length },
  });
  const requests = [
    ...(lastRow > rowCount ? [append('ROWS', lastRow - rowCount + addedRows)] : []),
    ...(columns > columnCount ? [append('COLUMNS', columns - columnCount)] : []),
  ];
  if (requests.length === 0) return;
  await call(context, (token) => sheetsRequest(context, token, 'POST', ':batchUpdate', { requests }));
}

/** Writes nothing to the first cell, which needs the same rights as writing something. @throws ProviderError SendFailure */
export async function checkRights(context: SheetsContext): Promise<void> {
  const cell = range(context, 'A1');
  const path = `/values/${encodeURIComponent(cell)}?valueInputOption=RAW&fields=updatedRange`;
  const body = { range: cell, majorDimension: 'ROWS', values: [[null]] };
  await call(context, (token) => sheetsRequest(context, token, 'PUT', path, body));
}
