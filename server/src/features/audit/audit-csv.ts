import type { Readable } from 'node:stream';
import type { AuditRecord } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { csvFile } from '../../platform/csv.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type AuditFilter, type AuditOf, readAudit } from './list-audit.ts';

/** Entries read at a time. */
const chunk = 1_000;

const columns = ['time', 'who', 'action', 'detail', 'bot', 'bot_name', 'address', 'device'];

/** All entries of a log as a CSV file, piece by piece. Times are UTC, actions and details as the API gives them. */
export const auditCsv = (db: Kysely<Tables>, scope: AuditOf, filter: AuditFilter): Readable =>
  csvFile(columns, streamRows(db, scope, filter));

async function* streamRows(db: Kysely<Tables>, scope: AuditOf, filter: AuditFilter): AsyncGenerator<string[][]> {
  for (let { before } = filter; ; ) {
    const entries = await readAudit(db, scope, { ...filter, before }, chunk);
    yield entries.map(toCells);
    before = entries.at(-1)?.id;
    if (entries.length < chunk) return;
  }
}

const toCells = ({ at, actor, action, detail, bot_key, bot_name, ip, user_agent }: AuditRecord): string[] => [
  at,
  actor,
  action,
  formatDetail(detail),
  bot_key ?? '',
  bot_name,
  ip ?? '',
  user_agent ?? '',
];

/** `name=shop_bot; role=viewer` rather than JSON: the file is for readers with a spreadsheet. */
const formatDetail = (detail: AuditRecord['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}=${formatValue(value)}`)
    .join('; ');

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' && value !== null ? `(${formatDetail({ ...value })})` : String(value);
}
