import { createReadStream } from 'node:fs';
import { AppError } from '../../../platform/errors.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { FetchFile } from '../media/fetch-file.ts';
import type { FileDescription } from '../media/find-file.ts';
import { archivePath } from './media-files.ts';

/** Bytes of all files of an archive together. */
const maxMediaBytes = 1_073_741_824;

/** After one of these every further file would fail the same way, and each may take a minute to do so. */
const endsAll: ReadonlySet<string> = new Set(['NeedToken', 'WrongToken', 'TelegramUnavailable']);

/** A file of the conversation, and the first event that showed it. */
export interface ArchivedFile extends FileDescription {
  event: string;
}

interface MediaEntry {
  name: string;
  input: AsyncIterable<Buffer>;
  size: number;
}

/** Entries for the files that can be loaded, one at a time; `report` gives the outcome of each. */
export function archiveMedia(
  files: Iterable<ArchivedFile>,
  { bot, user, fetchFile, signal, maxBytes = maxMediaBytes }: MediaQuestion,
) {
  const reportRows: object[] = [];
  async function* entries(): AsyncGenerator<MediaEntry> {
    let [bytes, endCode] = [0, ''];
    for (const file of files) {
      signal.throwIfAborted();
      const note = (size: number, path: string | null, reason: string | null) => {
        const { uniqueId, name, mime, event } = file;
        reportRows.push({ file_unique_id: uniqueId, name, mime, size, path, missing_because: reason, event });
      };
      try {
        if (endCode !== '') throw new AppError(endCode as 'NeedToken');
        if (bytes + file.size > maxBytes) throw new AppError('FileTooLarge');
        const { path, size } = await fetchFile(bot, user, file);
        if (bytes + size > maxBytes) throw new AppError('FileTooLarge');
        bytes += size;
        note(size, archivePath(file), null);
        yield { name: archivePath(file), input: createReadStream(path), size };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (endsAll.has(error.code)) endCode = error.code;
        note(file.size, null, error.code);
      }
    }
  }
  return { entries: entries(), report: () => `${JSON.stringify(reportRows, null, 2)}\n` };
}

interface MediaQuestion {
  bot: BotRow;
  user: number;
  fetchFile: FetchFile;
  signal: AbortSignal;
  maxBytes?: number;
}
