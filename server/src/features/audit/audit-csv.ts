import type { Readable } from 'node:stream';
import type { AuditRecord } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { csvFile } from '../../platform/csv.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type AuditFilter, type AuditOf, readAudit } from './list-audit.ts';

/** So many entries are read at a time. */
const chunk = 1_000;

const columns = ['time', 'who', 'action', 'detail', 'bot', 'bot_name', 'address', 'device'];

/** All entries of a log as a CSV file, piece by piece. Times are UTC, actions and details as the API gives them. */
export const auditCsv = (db: Kysely<Tables>, of: AuditOf, filter: AuditFilter): Readable =>
  csvFile(columns, rowsOf(db, of, filter));

async function* rowsOf(db: Kysely<Tables>, of: AuditOf, filter: AuditFilter): AsyncGenerator<string[][]> {
  for (let { before } = filter; ; ) {
    const entries = await readAudit(db, of, { ...filter, before }, chunk);
    yield entries.map(cellsOf);
    before = entries.at(-1)?.id;
    if (entries.length < chunk) return;
  }
}

const cellsOf = ({ at, actor, action, detail, bot_key, bot_name, ip, user_agent }: AuditRecord): string[] => [
  at,
  actor,
  action,
  wordsOf(detail),
  bot_key ?? '',
  bot_name,
  ip ?? '',
  user_agent ?? '',
];

/** `name=shop_bot; role=viewer` rather than JSON: the file is for people with a spreadsheet. */
const wordsOf = (detail: AuditRecord['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join('; ');

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' && value !== null ? `(${wordsOf({ ...value })})` : String(value);
}
