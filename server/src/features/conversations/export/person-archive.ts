import type { Language } from '@botscope/contract';
import { makeZip } from 'client-zip';
import { readAsAsker } from '../../../platform/fairness/read-as-asker.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { EachMessage } from '../../messages/messages.ts';
import type { FetchFile } from '../media/fetch-file.ts';
import { parsePayload } from '../parse/items.ts';
import type { HistoryScope } from '../read/history.ts';
import { type ArchivedFile, archiveMedia } from './archive-media.ts';
import { eachEvent, eventLine } from './event-lines.ts';
import { collectFiles } from './media-files.ts';
import { type ArchiveParts, readMe } from './read-me.ts';

/** Limit of files remembered while the events are read: some 5 MB. */
const mostFiles = 20_000;

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
 * A ZIP of everything about a person, made while it is read: neither events nor files are ever in memory together. It is
 * not compressed, because most of it is pictures and a slow processor would hold up the other requests.
 */
export function personArchive(sources: ArchiveSources, question: ArchiveQuestion): ReadableStream<Uint8Array> {
  return makeZip(readAsAsker(streamEntries(sources, question)));
}

async function* streamEntries({ eachMessage, fetchFile }: ArchiveSources, question: ArchiveQuestion) {
  const { bot, reading, signal, parts, language, user } = question;
  const lastModified = new Date(reading.now);
  yield { name: 'README.txt', input: readMe(reading.person, bot.bot_name, parts, language), lastModified };
  yield { name: 'user.json', input: `${JSON.stringify(user, null, 2)}\n`, lastModified };
  if (!parts.conversation) return;
  const messages = messageLines(eachMessage(bot.key, reading.person), signal);
  yield { name: 'messages.ndjson', input: readAsAsker(messages), lastModified };
  const files = new Map<string, ArchivedFile>();
  const events = eventLines(reading, parts.media ? files : null);
  yield { name: 'events.ndjson', input: readAsAsker(events), lastModified };
  if (!parts.media) return;
  const media = archiveMedia(files.values(), { bot, person: reading.person, fetchFile, signal });
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
    if (files === null || files.size >= mostFiles) continue;
    for (const file of collectFiles(parsePayload(row.payload))) {
      if (!files.has(file.uniqueId)) files.set(file.uniqueId, { ...file, event: row.id });
    }
  }
}
