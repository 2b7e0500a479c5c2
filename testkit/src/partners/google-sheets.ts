import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

type Cell = string | number | boolean;

export interface FakeSheet {
  sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  /** Cells that are not empty are texts and numbers; '' is empty. */
  rows: Cell[][];
}

/** A spreadsheet of Google and the accounts that may see it. */
export interface GoogleSheetsWorld {
  spreadsheetId: string;
  sheets: FakeSheet[];
  editors: Set<string>;
  readers: Set<string>;
  /** Tokens that were given, by their text: the account, and the end in Unix seconds. */
  tokens: Map<string, { account: string; until: number }>;
  /** Service accounts with their public keys, by address. Keys that were deleted are not there. */
  accounts: Map<string, string>;
  /** The interface is off in the project. */
  isDisabled: boolean;
  /** Unix ms. */
  now: number;
}

/** Key file of a service account, as Google Cloud gives it. */
export function makeServiceAccount(name = 'botscope'): { email: string; publicKey: string; file: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const email = `${name}@example-project.iam.gserviceaccount.com`;
  const key = {
    ...{ type: 'service_account', project_id: 'example-project', private_key_id: `key-of-${name}` },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ...{ client_email: email, client_id: '1', token_uri: 'https://oauth2.googleapis.com/token' },
  };
  return { email, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(), file: JSON.stringify(key) };
}

export const emptySheet = (title: string, part: Partial<FakeSheet> = {}): FakeSheet => ({
  ...{ sheetId: 7, title, rowCount: 1_000, columnCount: 26, rows: [] },
  ...part,
});

/** Token endpoint and Sheets API v4: developers.google.com/sheets/api/reference/rest. Both origins lead here. */
export async function startGoogleSheets(
  part: Partial<GoogleSheetsWorld> = {},
): Promise<PartnerServer & { world: GoogleSheetsWorld }> {
  const world: GoogleSheetsWorld = {
    spreadsheetId: 'spreadsheet-of-the-owner-1',
    sheets: [emptySheet('Sheet1')],
    editors: new Set(),
    readers: new Set(),
    tokens: new Map(),
    accounts: new Map(),
    isDisabled: false,
    now: Date.now(),
    ...part,
  };
  const server = await startPartner((request) =>
    request.path === '/token' ? giveToken(world, request) : answer(world, request),
  );
  return { ...server, world };
}

const scope = 'https://www.googleapis.com/auth/spreadsheets';
const refuse = (error: string, error_description: string) => jsonAnswer(400, { error, error_description });
const decode = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

function giveToken(world: GoogleSheetsWorld, { body, headers }: PartnerRequest): PartnerAnswer {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refuse('invalid_request', 'Bad body');
  const form = new URLSearchParams(body.toString());
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    return refuse('unsupported_grant_type', 'Invalid grant_type');
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const { iss, aud, iat, exp, scope: wanted } = decode(claims);
  const publicKey = world.accounts.get(String(iss));
  if (publicKey === undefined) return refuse('invalid_grant', 'Invalid grant: account not found');
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify('sha256', signed, createPublicKey(publicKey), Buffer.from(signature, 'base64url'));
  if (decode(head).alg !== 'RS256' || !isSigned) return refuse('invalid_grant', 'Invalid JWT Signature.');
  const now = world.now / 1_000;
  if (Math.abs(Number(iat) - now) > 300 || Number(exp) <= now || Number(exp) - Number(iat) > 3_600)
    return refuse('invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes)');
  if (aud !== 'https://oauth2.googleapis.com/token') return refuse('invalid_grant', 'Invalid JWT: Bad audience');
  if (wanted !== scope) return refuse('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  const access_token = `ya29.token-${world.tokens.size + 1}`;
  world.tokens.set(access_token, { account: String(iss), until: now + 3_600 });
  return jsonAnswer(200, { access_token, expires_in: 3_599, token_type: 'Bearer' });
}

class ApiError extends Error {
  readonly code: number;
  readonly word: string;

  constructor(code: number, word: string, message: string) {
    super(message);
    this.code = code;
    this.word = word;
  }
}

function answer(world: GoogleSheetsWorld, request: PartnerRequest): PartnerAnswer {
  try {
    return jsonAnswer(200, run(world, request));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, word: status } = error;
    return jsonAnswer(code, { error: { code, message, status } });
  }
}

const invalid = (message: string): ApiError => new ApiError(400, 'INVALID_ARGUMENT', message);

function run(world: GoogleSheetsWorld, { method, path, query, headers, body }: PartnerRequest): object {
  const token = world.tokens.get(String(headers.authorization).replace(/^Bearer /, ''));
  if (token === undefined || token.until * 1_000 < world.now)
    throw new ApiError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  if (world.isDisabled)
    throw new ApiError(
      403,
      'PERMISSION_DENIED',
      'Google Sheets API has not been used in project 1 before or it is disabled.',
    );
  const [, id, rest = ''] = /^\/v4\/spreadsheets\/([A-Za-z0-9_-]+)(.*)$/.exec(path) ?? [];
  if (id !== world.spreadsheetId) throw new ApiError(404, 'NOT_FOUND', 'Requested entity was not found.');
  const mayWrite = world.editors.has(token.account);
  if (!mayWrite && (method !== 'GET' || !world.readers.has(token.account)))
    throw new ApiError(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  const input = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
  if (rest === '' && method === 'GET') return { sheets: world.sheets.map(describe) };
  if (rest === ':batchUpdate' && method === 'POST') return batchUpdate(world, input);
  const range = /^\/values\/(.+)$/.exec(rest)?.[1];
  if (range === undefined) throw new ApiError(404, 'NOT_FOUND', 'Not found');
  if (method === 'GET') return readValues(world, decodeURIComponent(range), query.get('majorDimension'));
  if (method === 'PUT') return writeValues(world, decodeURIComponent(range), query.get('valueInputOption'), input);
  throw new ApiError(405, 'INVALID_ARGUMENT', 'Method not allowed');
}

const describe = ({ sheetId, title, rowCount, columnCount }: FakeSheet) => ({
  properties: { sheetId, title, gridProperties: { rowCount, columnCount } },
});

interface Area {
  sheet: FakeSheet;
  /** From 0; the ends are part of it. */
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const column = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function findArea(world: GoogleSheetsWorld, range: string): Area {
  const [, quoted, plain, left = '', top = '', right = left, bottom = top] =
    /^(?:'((?:[^']|'')+)'|([A-Za-z0-9_]+))!([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(range) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain;
  const sheet = world.sheets.find((one) => one.title === title);
  if (sheet === undefined) throw invalid(`Unable to parse range: ${range}`);
  return { sheet, top: Number(top) - 1, bottom: Number(bottom) - 1, left: column(left), right: column(right) };
}

const beyond = (range: string, { rowCount, columnCount }: FakeSheet): ApiError =>
  invalid(`Range (${range}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`);

/** Rows and cells at the end that are empty are left out; a range that begins beyond the grid is refused. */
function readValues(world: GoogleSheetsWorld, range: string, dimension: string | null): object {
  const { sheet, top, bottom, left, right } = findArea(world, range);
  if (top >= sheet.rowCount || left >= sheet.columnCount) throw beyond(range, sheet);
  const rows = sheet.rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
  if (dimension === 'COLUMNS') {
    const list = rows.map((row) => row[0] ?? '');
    while (list.length > 0 && list.at(-1) === '') list.pop();
    return list.length === 0 ? {} : { values: [list] };
  }
  return { values: rows };
}

const cellLength = 50_000;

function writeValues(
  world: GoogleSheetsWorld,
  range: string,
  option: string | null,
  { values, range: named, majorDimension }: Record<string, unknown>,
): object {
  if (option !== 'RAW' && option !== 'USER_ENTERED') throw invalid("'valueInputOption' is required but not specified");
  if (named !== range || majorDimension !== 'ROWS') throw invalid('Requested writing within another range');
  const { sheet, top, bottom, left, right } = findArea(world, range);
  if (bottom >= sheet.rowCount || right >= sheet.columnCount) throw beyond(range, sheet);
  const rows = values as (Cell | null)[][];
  if (rows.length > bottom - top + 1 || rows.some((row) => row.length > right - left + 1))
    throw invalid(`Requested writing within range [${range}], but tried writing beyond it`);
  if (rows.flat().some((cell) => String(cell).length > cellLength))
    throw invalid('Your input contains more than the maximum of 50000 characters in a single cell.');
  for (const [y, row] of rows.entries())
    for (const [x, cell] of row.entries()) if (cell !== null) setCell(sheet, top + y, left + x, enter(cell, option));
  return { updatedRange: range };
}

/** What is entered as by a user is calculated. */
const enter = (cell: Cell, option: string): Cell =>
  option === 'USER_ENTERED' && String(cell).startsWith('=') ? '#CALCULATED' : cell;

function setCell({ rows }: FakeSheet, y: number, x: number, cell: Cell): void {
  while (rows.length <= y) rows.push([]);
  const row = rows[y] as Cell[];
  while (row.length < x) row.push('');
  row[x] = cell;
}

function batchUpdate(world: GoogleSheetsWorld, { requests }: Record<string, unknown>): object {
  for (const request of requests as Record<string, unknown>[]) {
    const append = request.appendDimension as { sheetId: number; dimension: string; length: number } | undefined;
    const sheet = world.sheets.find(({ sheetId }) => sheetId === append?.sheetId);
    if (append === undefined || sheet === undefined) throw invalid('Invalid requests[0]');
    if (append.dimension === 'ROWS') sheet.rowCount += append.length;
    else if (append.dimension === 'COLUMNS') sheet.columnCount += append.length;
    else throw invalid('Invalid requests[0].appendDimension');
  }
  return { replies: [] };
}
