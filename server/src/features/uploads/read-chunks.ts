import type { Event, RowRejectionReason } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { type Beginning, readBeginning, toRow } from './columns.ts';
import { detectFormat, type FileFormat } from './file-format.ts';
import type { FileItem } from './file-item.ts';
import { createUpdateImporter } from './import-update.ts';
import { importUser } from './import-user.ts';
import { InflationError, readItems } from './read-items.ts';
import { readUser } from './read-user.ts';
import type { Progress, ReadJob } from './reading.ts';
import { createRejectedRows } from './rejected-rows.ts';

/** Limits of a chunk in events, characters and lines: small beside what the store gathers. */
const chunkEvents = 500;
const chunkCharacters = 1_000_000;
const chunkLines = 20_000;
/** Rows that are looked at before the reading begins, and how far a packed file is inflated for them. */
const previewItems = 50;
const beginningBytes = 67_108_864;

/**
 * The first items of a file, and what they say about it.
 * @throws AppError UploadUnreadable if it cannot be read.
 */
export async function lookAt(path: string): Promise<{ format: FileFormat; beginning: Beginning }> {
  const format = await detectFormat(path);
  const items: FileItem[] = [];
  try {
    for await (const item of readItems(path, format, { maxInflatedBytes: beginningBytes })) {
      items.push(item);
      if (items.length >= previewItems) break;
    }
  } catch (error) {
    // The items found before are still a beginning; reading the whole file reports what is wrong after them.
    if (!(error instanceof InflationError)) throw error;
  }
  const beginning = readBeginning(items);
  if (beginning === null) throw new AppError('UploadUnreadable');
  return { format, beginning };
}

/** Reads a file as chunks of events, in order. The refused lines of the chunks are written beside. */
export async function* readChunks(job: Extract<ReadJob, { do: 'read' }>): AsyncGenerator<Progress> {
  const { format, beginning } = await lookAt(job.path);
  const read = createReader(job, beginning);
  const rejectedRows = createRejectedRows(job.rejectedRowsPath);
  let readBytes = 0;
  let accepted = 0;
  let events: Event[] = [];
  let size = 0;
  let lines = 0;
  const take = (): Progress => {
    const chunk = { events, readBytes, accepted, refused: rejectedRows.count(), rejectedRows: rejectedRows.shown };
    [events, size, lines] = [[], 0, 0];
    return chunk;
  };

  try {
    let isHeader = beginning.hasHeader;
    const onBytes = (bytes: number): void => {
      readBytes = bytes;
    };
    for await (const item of readItems(job.path, format, { onBytes, maxInflatedBytes: job.maxInflatedBytes })) {
      lines += 1;
      if (isHeader && item.problem === undefined) {
        isHeader = false;
        continue;
      }
      const result = item.problem === undefined ? read(item.value) : { refused: item.problem };
      if (result === null) continue;
      if ('refused' in result) {
        await rejectedRows.add(item.line, result.refused, item.problem === undefined ? item.value : item.text);
      } else {
        accepted += 1;
        for (const event of result.events) {
          events.push(event);
          size += event.payload.length;
        }
      }
      if (events.length >= chunkEvents || size >= chunkCharacters || lines >= chunkLines) yield take();
    }
  } finally {
    // Also where the file breaks off: what was read before it stays.
    await rejectedRows.close();
    yield take();
  }
}

type ItemResult = { events: Event[] } | { refused: RowRejectionReason } | null;

function createReader(job: Extract<ReadJob, { do: 'read' }>, { columns }: Beginning): (value: unknown) => ItemResult {
  const { bot, rules, now } = job;
  if (job.content === 'users') {
    return (value) => {
      const row = toRow(value, columns);
      if (row === null) return { refused: 'NotAnObject' };
      const user = readUser(row, job.mapping, now);
      return user === null || 'refused' in user ? user : { events: importUser(bot, user, rules, now) };
    };
  }
  const importer = createUpdateImporter(bot, rules, () => now);
  return (value) => {
    const result = importer.read(updateIn(value, columns));
    return 'refused' in result ? result : { events: [result.event] };
  };
}

/** A CSV holds updates as JSON in a column of that name. */
function updateIn(value: unknown, columns: readonly string[]): unknown {
  if (!Array.isArray(value)) return value;
  const row = toRow(value, columns);
  try {
    const update: unknown = JSON.parse(String(row?.get('update')));
    return { update, date: row?.get('date') };
  } catch {
    return value;
  }
}
