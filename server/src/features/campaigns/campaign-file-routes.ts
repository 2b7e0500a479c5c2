import { Readable } from 'node:stream';
import { api } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import * as z from 'zod/mini';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import { fileHeaders } from '../../platform/file-headers.ts';
import { parseFileName } from '../../platform/file-name.ts';
import type { Http } from '../../platform/http/http.ts';
import { downloadFile } from '../../platform/outgoing/download-file.ts';
import { authorKey, permitted, signedIn } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { FetchFile } from './api/fetch-files.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';

interface CampaignFileRoutesDeps {
  files: CampaignFileStore;
  attempts: Attempts;
  fetchFile: FetchFile;
}

/** Downloads files from addresses. The dispatcher refuses those of private networks. */
export const createFetchFile =
  (deps: { files: CampaignFileStore; attempts: Attempts; dispatcher: Dispatcher }): FetchFile =>
  async (bot, account, url) => {
    await deps.attempts.take({ 'message-file:account': account });
    return downloadFile(deps.dispatcher, url, (fileName, file) => deps.files.receive(bot, fileName, file));
  };

/** Files that campaigns send: uploads, downloads from addresses, and the way back to the page that shows them. */
export function registerCampaignFiles(http: Http<BotRow>, { files, attempts, fetchFile }: CampaignFileRoutesDeps) {
  http.receive('/bots/:key/campaign-files', 'tasker.task.update', async ({ bot, account, query, file }) => {
    const author = authorKey(account);
    if (author !== null) await attempts.take({ 'message-file:account': author });
    return files.receive(bot.key, { name: parseFileName(query.file_name), type: String(query.type ?? '') }, file);
  });
  http.on(api.fetchCampaignFile, ({ bot, account, body }) =>
    fetchFile(permitted(bot).key, signedIn(account).key, body.url),
  );
  const shows = { keys: [] };
  http.download('/bots/:key/campaign-files/:id', 'tasker.task.view', shows, async ({ bot, params, reply }) => {
    const id = z.uuid().safeParse(params.id);
    const file = id.success ? await files.one(bot.key, id.data) : null;
    if (file === null) throw new AppError('NotFound', { field: 'id' });
    reply.headers({ ...fileHeaders(file.type, file.name), 'content-length': String(file.bytes) });
    // A piece at a time: the next one is read when the client has taken this one.
    await reply.send(Readable.from(files.pieces(file.id), { highWaterMark: 1 }));
  });
}
