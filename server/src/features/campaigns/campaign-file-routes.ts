import { Readable } from 'node:stream';
import { api } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import * as z from 'zod/mini';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import { fileHeaders } from '../../platform/file-headers.ts';
import { fileNameOf } from '../../platform/file-name.ts';
import type { Http } from '../../platform/http/http.ts';
import { downloadFile } from '../../platform/outgoing/download-file.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';

interface CampaignFileRoutesDeps {
  files: CampaignFileStore;
  attempts: Attempts;
  /** Refuses addresses of private networks. */
  dispatcher: Dispatcher;
}

/** Files that campaigns send: uploads, downloads from addresses, and the way back to the page that shows them. */
export function registerCampaignFiles(http: Http<BotRow>, { files, attempts, dispatcher }: CampaignFileRoutesDeps) {
  http.receive('/bots/:key/campaign-files', 'tasker.task.update', async ({ bot, account, query, file }) => {
    await attempts.take({ 'message-file:account': signedIn(account).key });
    return files.receive(bot.key, { name: fileNameOf(query.file_name), type: String(query.type ?? '') }, file);
  });
  http.on(api.fetchCampaignFile, async ({ bot, account, body }) => {
    await attempts.take({ 'message-file:account': signedIn(account).key });
    const { key } = permitted(bot);
    return downloadFile(dispatcher, body.url, (named, file) => files.receive(key, named, file));
  });
  http.download('/bots/:key/campaign-files/:id', 'tasker.task.view', async ({ bot, params, reply }) => {
    const id = z.uuid().safeParse(params.id);
    const file = id.success ? await files.one(bot.key, id.data) : null;
    if (file === null) throw new AppError('NotFound', { field: 'id' });
    reply.headers({ ...fileHeaders(file.type, file.name), 'content-length': String(file.bytes) });
    // A piece at a time: the next one is read when the client has taken this one.
    await reply.send(Readable.from(files.pieces(file.id), { highWaterMark: 1 }));
  });
}
