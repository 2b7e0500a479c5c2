import type { Language } from '@botscope/contract';
import { makeZip } from 'client-zip';
import { readAsAsker } from '../../../platform/fairness/read-as-asker.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { EachMessage } from '../../messages/messages.ts';
import type { FetchFile } from '../media/fetch-file.ts';
import { parsePayload } from '../parse/items.ts';
import { type FullRow, type HistoryScope, newest, readPayloads, readRows } from '../read/history.ts';
import { presentEvent } from '../read/log.ts';
import { beforeMoment } from '../read/position.ts';
import { type ArchivedFile, archiveMedia } from './archive-media.ts';
import { collectFiles } from './media-files.ts';
import { type ArchiveParts, readMe } from './read-me.ts';

/** Limit of files remembered while the events are read: some 5 MB. */
const maxFiles = 20_000;

interface ArchiveQuestion {
  bot: BotRow;
  reading: HistoryScope;
  signal: AbortSignal;
  parts: ArchiveParts;
  language: Language;
  /** Contents of `user.json`. */
  user: object;
}

interface ArchiveSources {
  eachMessage: EachMessage;
  fetchFile: FetchFile;
}

/**
 * A ZIP of everything about a user, made while it is read: neither events nor files are ever in memory together. It is
 * not compressed, because most of it is pictures and a slow processor would hold up the other requests.
 */
export function userArchive(sources: ArchiveSources, question: ArchiveQuestion): ReadableStream<Uint8Array> {
  return makeZip(readAsAsker(streamEntries(sources, question)));
}

async function* streamEntries({ eachMessage, fetchFile }: ArchiveSources, question: ArchiveQuestion) {
  const { bot, reading, signal, parts, language, user } = question;
  const lastModified = new Date(reading.now);
  yield { name: 'README.txt', input: readMe(reading.user, bot.bot_name, parts, language), lastModified };
  yield { name: 'user.json', input: `${JSON.stringify(user, null, 2)}\n`, lastModified };
  if (!parts.conversation) return;
  const messages = messageLines(eachMessage(bot.key, reading.user), signal);
  yield { name: 'messages.ndjson', input: readAsAsker(messages), lastModified };
  const files = new Map<string, ArchivedFile>();
  const events = eventLines(reading, parts.media ? files : null);
  yield { name: 'events.ndjson', input: readAsAsker(events), lastModified };
  if (!parts.media) return;
  const media = archiveMedia(files.values(), { bot, user: reading.user, fetchFile, signal });
  for await (const entry of media.entries) yield { ...entry, lastModified };
  yield { name: 'media.json', input: media.report(), lastModified };
}

async function* messageLines(messages: ReturnType<EachMessage>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const message of messages) {
    signal.throwIfAborted();
    yield `${JSON.stringify(message)}\n`;
  }
}

/** The lines of all events; notes each file that they show in `files`. */
async function* eventLines(reading: HistoryScope, files: Map<string, ArchivedFile> | null): AsyncGenerator<string> {
  for await (const row of eachEvent(reading)) {
    yield eventLine(row);
    if (files === null || files.size >= maxFiles) continue;
    for (const file of collectFiles(parsePayload(row.payload))) {
      if (!files.has(file.uniqueId)) files.set(file.uniqueId, { ...file, event: row.id });
    }
  }
}

/** Events in memory at a time: a payload may have a megabyte, and usually has one or two kilobytes. */
const eventsOfWindow = 200;

/** Every event of a user with its payload, the oldest first, read in windows. @throws as `runQuery` does */
export async function* eachEvent(reading: HistoryScope): AsyncGenerator<FullRow> {
  let from = beforeMoment(0);
  // Events that arrive meanwhile are left out: they would have no end.
  const until = newest(reading.now).time;
  for (;;) {
    reading.signal?.throwIfAborted();
    const { rows, isEnd } = await readRows(reading, 'after', { content: 'true', from, most: eventsOfWindow });
    const payloads = await readPayloads(reading, rows);
    for (const row of rows) {
      if (row.at_ms > until) return;
      yield { ...row, payload: payloads.get(row.id) ?? '' };
    }
    const last = rows.at(-1);
    if (isEnd || last === undefined) return;
    from = { time: last.at_ms, id: BigInt(last.id) };
  }
}

/** An event as one line of JSON; the payload as it came, on the same line. */
export function eventLine(row: FullRow): string {
  const { cursor: _, ...event } = presentEvent(row);
  return `${JSON.stringify(event).slice(0, -1)},"payload":${rawJson(row.payload)}}\n`;
}

/** Line breaks within JSON are no more than spaces. What is no JSON is written as a text. */
function rawJson(payload: string): string {
  if (payload === '') return 'null';
  try {
    JSON.parse(payload);
  } catch {
    return JSON.stringify(payload);
  }
  return payload.replaceAll(/[\r\n]+/g, ' ');
}
