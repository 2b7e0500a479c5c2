import { spreadsheetId } from '@botscope/contract';
import type { ConfigurationOf, OutgoingRequest } from '../provider.ts';
import type { Row } from './rows.ts';

type Settings = Pick<ConfigurationOf<'google_sheets'>, 'settings'>;

const origin = 'https://sheets.googleapis.com';

/** `'Sheet 1'!A2:K501`. */
export const range = ({ settings }: Settings, cells: string): string =>
  `'${settings.sheet.replaceAll("'", "''")}'!${cells}`;

export function sheetsRequest(
  { settings }: Settings,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): OutgoingRequest {
  return {
    method,
    url: `${origin}/v4/spreadsheets/${spreadsheetId(settings.spreadsheet)}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Writes exactly these rows: the same request twice leaves the same sheet. */
export function writeRequest(settings: Settings, token: string, row: number, rows: readonly Row[]): OutgoingRequest {
  const cells = range(settings, `A${row}:K${row + rows.length - 1}`);
  return sheetsRequest(
    settings,
    token,
    'PUT',
    `/values/${encodeURIComponent(cells)}?valueInputOption=RAW&fields=updatedRange`,
    { range: cells, majorDimension: 'ROWS', values: rows },
  );
}

/** Reads the first column of some rows, as one list. */
export const readColumnPath = (settings: Settings, from: number, to: number): string =>
  `/values/${encodeURIComponent(range(settings, `A${from}:A${to}`))}?majorDimension=COLUMNS&fields=values&prettyPrint=false`;

export const gridPath =
  '?fields=sheets.properties(sheetId,title,gridProperties(rowCount,columnCount))&prettyPrint=false';
