import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Event, Upload, UploadRefusal } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { EventStore } from '../events/event-store.ts';
import type { StartRules } from '../normalize/normalize-update.ts';
import { type Beginning, readBeginning, rowOf } from './columns.ts';
import type { FileFormat } from './file-format.ts';
import type { FileItem } from './file-item.ts';
import { importPerson } from './import-person.ts';
import { createUpdateImporter } from './import-update.ts';
import { readItems } from './read-items.ts';
import { type PersonMapping, readPerson } from './read-person.ts';
import type { Refusals } from './refusals.ts';

export interface Run {
  bot: string;
  path: string;
  format: FileFormat;
  content: Upload['content'];
  mapping: PersonMapping;
  rules: StartRules;
  refusals: Refusals;
  signal: AbortSignal;
  store: Pick<EventStore, 'write'>;
  now(): number;
  /** Told after each chunk that is durable. */
  onProgress(progress: { readBytes: number; accepted: number }): Promise<void>;
  /** Pause before a store that is away is tried again, ms. */
  retryMs: number;
}

/** A chunk is written when it has so many events or so many characters: small beside what the store gathers. */
const CHUNK_EVENTS = 1_000;
const CHUNK_CHARACTERS = 4_000_000;
/** Rows that are looked at before the reading begins. */
const BEGINNING = 50;

/** The first items of a file, and what they say about it; null if it cannot be read. */
export async function lookAt(path: string, format: FileFormat): Promise<Beginning | null> {
  const items: FileItem[] = [];
  for await (const item of readItems(path, format)) {
    items.push(item);
    if (items.length >= BEGINNING) break;
  }
  return readBeginning(items);
}

/**
 * Reads a file into the event store, chunk by chunk: the next one is read when the one before is durable. Resolves at
 * the end of the file; throws the signal's reason, or what is wrong with the file. Safe to repeat from the beginning.
 */
export async function runUpload(run: Run): Promise<void> {
  const { signal, refusals } = run;
  const beginning = await lookAt(run.path, run.format);
  if (beginning === null) throw new AppError('UploadUnreadable');
  const read = createReader(run, beginning);
  let readBytes = 0;
  let accepted = 0;
  let chunk: Event[] = [];
  let items = 0;
  let size = 0;

  const flush = async (): Promise<void> => {
    if (chunk.length > 0) await writePatiently(run, chunk);
    accepted += items;
    [chunk, items, size] = [[], 0, 0];
    await run.onProgress({ readBytes, accepted });
    // Live traffic first.
    await nextTurn();
    signal.throwIfAborted();
  };

  let isHeader = beginning.hasHeader;
  const onBytes = (bytes: number): void => {
    readBytes = bytes;
  };
  for await (const item of readItems(run.path, run.format, { signal, onBytes })) {
    if (isHeader && item.problem === undefined) {
      isHeader = false;
      continue;
    }
    const result = item.problem === undefined ? read(item.value) : { refused: item.problem };
    if (result === null) continue;
    if ('refused' in result) {
      await refusals.add(item.line, result.refused, item.problem === undefined ? item.value : item.text);
      continue;
    }
    items += 1;
    for (const event of result.events) {
      chunk.push(event);
      size += event.payload.length;
    }
    if (chunk.length >= CHUNK_EVENTS || size >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
}

type Reading = { events: Event[] } | { refused: UploadRefusal } | null;

function createReader(run: Run, { columns }: Beginning): (value: unknown) => Reading {
  const { bot, rules, now } = run;
  if (run.content === 'users') {
    return (value) => {
      const row = rowOf(value, columns);
      if (row === null) return { refused: 'NotAnObject' };
      const person = readPerson(row, run.mapping, now());
      return person === null || 'refused' in person ? person : { events: importPerson(bot, person, rules, now()) };
    };
  }
  const importer = createUpdateImporter(bot, rules, now);
  return (value) => {
    const result = importer.read(updateIn(value, columns));
    return 'refused' in result ? result : { events: [result.event] };
  };
}

/** A CSV holds updates as JSON in a column of that name. */
function updateIn(value: unknown, columns: readonly string[]): unknown {
  if (!Array.isArray(value)) return value;
  const row = rowOf(value, columns);
  try {
    const update: unknown = JSON.parse(String(row?.get('update')));
    return { update, date: row?.get('date') };
  } catch {
    return value;
  }
}

async function writePatiently({ store, signal, retryMs }: Run, events: readonly Event[]): Promise<void> {
  for (;;) {
    try {
      await store.write(events);
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'StoreUnavailable')) throw error;
      await wait(retryMs, undefined, { signal, ref: false });
    }
  }
}
