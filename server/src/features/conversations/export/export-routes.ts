import { Readable } from 'node:stream';
import { keysOfUsersFile } from '@botscope/contract';
import type { Http } from '../../../platform/http/http.ts';
import type { RecordAudit } from '../../audit/audit.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { EachMessage } from '../../messages/messages.ts';
import type { FetchFile } from '../media/fetch-file.ts';
import { parsePathParam } from '../parse-path-param.ts';
import { userArchive } from './user-archive.ts';
import { loadUserFile, type UserFileDeps } from './user-file.ts';

export interface ExportDeps extends UserFileDeps {
  eachMessage: EachMessage;
  fetchFile: FetchFile;
  record: RecordAudit;
}

/** Everything about one user as a file. */
export function registerUserExport(http: Http<BotRow>, deps: ExportDeps): void {
  const { store, record } = deps;

  const shows = { keys: keysOfUsersFile['export.zip'] };
  http.download('/bots/:key/users/:user_id/export.zip', 'section.users.export', shows, async (call) => {
    const { bot, account, params, permissions, reply, signal } = call;
    const userId = Number(parsePathParam(params.user_id, /^[1-9]\d{0,15}$/));
    const may = permissions.keys;
    const parts = {
      conversation: may.has('section.users.chat.view'),
      media: may.has('communication.files.get'),
      fields: may.has('custom_fields.view'),
      campaigns: may.has('tasker.users.list'),
    };
    const now = (deps.now ?? Date.now)();
    // A failed read must be an error, not half a file, so this is loaded before the response begins.
    const timeZone = account?.time_zone;
    const user = await loadUserFile(deps, { bot, user: userId, parts, permissions, timeZone, now, signal });
    await record(call, 'exported', { what: 'user', user_id: userId });
    const reading = { store, bot: bot.key, user: userId, now, signal };
    const archive = userArchive(deps, { bot, reading, signal, parts, language: account?.locale ?? 'en', user });
    reply.header('content-type', 'application/zip');
    reply.header('content-disposition', `attachment; filename="${bot.bot_name}-${userId}.zip"`);
    await reply.send(Readable.fromWeb(archive as Parameters<typeof Readable.fromWeb>[0]));
  });
}
