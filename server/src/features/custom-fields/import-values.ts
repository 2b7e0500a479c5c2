import type { Readable } from 'node:stream';
import type { FieldImport } from '@botscope/contract';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { CustomFields, FieldsByKey, ValueChange } from './custom-fields.ts';
import { type CsvRow, importRows } from './import-rows.ts';

interface ImportRequest {
  bot: string;
  file: Readable;
  by: { kind: 'import'; account?: string };
  /** Checks everything and stores nothing. */
  isDryRun: boolean;
}

interface Change extends ValueChange {
  line: number;
}

const userColumn = 'user_id';
const batchRows = 1_000;
const maxProblems = 20;
const longestText = 80;

/**
 * Reads a file of users and values, and writes the values in batches. Empty cells leave values unchanged; users unknown
 * to the bot are skipped.
 * @throws AppError InvalidField (header) for a header without `user_id` or with a column that is no enabled field,
 *   UploadTooLarge, UploadUnreadable, NotUtf8 (line.…). Batches before an unreadable part are then written.
 */
export async function importValues(
  deps: { customFields: Pick<CustomFields, 'check' | 'definitionsOf' | 'setValues'>; store: Pick<EventStore, 'query'> },
  { bot, file, by, isDryRun }: ImportRequest,
): Promise<FieldImport> {
  const { customFields, store } = deps;
  const fields = await customFields.definitionsOf(bot);
  const result: FieldImport = { rows: 0, known: 0, unknown: 0, duplicates: 0, invalid: 0, values: 0, problems: [] };
  /** Users of the file, and whether the bot knows them. */
  const knownById = new Map<number, boolean>();
  const complain = (problem: FieldImport['problems'][number]): void => {
    if (problem.problem !== 'UnknownUser') result.invalid += 1;
    if (result.problems.length < maxProblems)
      result.problems.push({ ...problem, text: problem.text.slice(0, longestText) });
  };

  const take = async (columns: readonly string[], rows: readonly CsvRow[]): Promise<void> => {
    const read = rows.flatMap(({ line, cells }) => {
      const text = cells[columns.indexOf(userColumn)] ?? '';
      const userId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isSafeInteger(userId)) return [{ line, cells, userId }];
      complain({ line, key: '', problem: 'InvalidUser', text });
      return [];
    });
    const newIds = [...new Set(read.map(({ userId }) => userId))].filter((id) => !knownById.has(id));
    result.duplicates += read.length - newIds.length;
    const knownIds = newIds.length === 0 ? new Set<number>() : await loadKnownUsers(store, bot, newIds);
    for (const id of newIds) knownById.set(id, knownIds.has(id));
    result.known += knownIds.size;
    result.unknown += newIds.length - knownIds.size;
    const changes: Change[] = [];
    for (const { line, cells, userId } of read) {
      if (knownById.get(userId) !== true) complain({ line, key: '', problem: 'UnknownUser', text: String(userId) });
      else changes.push(...toChanges(fields, columns, { line, cells }, userId));
    }
    const rejected = isDryRun
      ? await customFields.check(bot, changes)
      : (await customFields.setValues(bot, changes, by)).rejected;
    for (const { change, reason } of rejected) {
      const problem = reason === 'FieldOutOfRange' ? reason : 'WrongFieldType';
      complain({ line: change.line, key: change.key, problem, text: String(change.value) });
    }
    result.values += changes.length - rejected.length;
  };

  let columns: readonly string[] | null = null;
  let batch: CsvRow[] = [];
  for await (const row of importRows(file)) {
    if (columns === null) {
      columns = readHeader(fields, row.cells);
      continue;
    }
    result.rows += 1;
    batch.push(row);
    if (batch.length < batchRows) continue;
    await take(columns, batch);
    batch = [];
  }
  if (columns === null) throw new AppError('UploadUnreadable');
  if (batch.length > 0) await take(columns, batch);
  return result;
}

function readHeader(fields: FieldsByKey, cells: readonly string[]): readonly string[] {
  const keys = cells.filter((name) => name !== userColumn);
  const unknownKey = keys.find((key) => fields.get(key)?.status !== 'enabled');
  const isRepeated = new Set(cells).size !== cells.length;
  if (!cells.includes(userColumn) || keys.length === 0 || isRepeated) {
    throw new AppError('InvalidField', {
      field: 'header',
      message: 'The header needs user_id and keys of custom fields',
    });
  }
  if (unknownKey !== undefined) {
    const message = `The column "${unknownKey.slice(0, longestText)}" is not the key of an enabled custom field`;
    throw new AppError('InvalidField', { field: 'header', message });
  }
  return cells;
}

/** Items of a list are separated by `|`. */
function toChanges(fields: FieldsByKey, columns: readonly string[], { line, cells }: CsvRow, userId: number): Change[] {
  return columns.flatMap((key, index) => {
    const text = cells[index] ?? '';
    if (key === userColumn || text === '') return [];
    const value = fields.get(key)?.type === 'list' ? text.split('|') : text;
    return [{ line, userId, key, value }];
  });
}
