import { createGunzip } from 'node:zlib';
import { api, keysOfUsersFile, opens, type Permissions, type Upload } from '@botscope/contract';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { uploadData } from './erase-from-uploads.ts';
import { createUploads, type Uploads } from './uploads.ts';

type Needs = Platform & { bots: Bots; recordAudit: RecordAudit; store: EventStore };

/** The import of history from files. */
export const uploads = defineFeature({
  name: 'uploads',
  tables: ['uploads', 'upload_reports'],
  create: ({ bots, config, instanceId, logger, metadata, recordAudit, store }: Needs) => ({
    userData: uploadData(metadata.db),
    routes(http) {
      const uploads = createUploads({
        metadata,
        owner: instanceId,
        store,
        async rulesOf(key) {
          const bot = await bots.byKey(key);
          return bot === null ? null : toStartRules(bot);
        },
        dataDir: config.dataDir,
        maxBytes: config.uploadMaxBytes,
        logger,
      });
      registerUploads(http, { uploads, record: recordAudit });
      http.app.addHook('onReady', () => uploads.resume());
      http.app.addHook('onClose', () => uploads.close());
    },
  }),
});

const nameLength = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function registerUploads<Bot extends { key: string }>(
  http: Http<Bot>,
  deps: { uploads: Uploads; record: RecordAudit },
): void {
  const { uploads, record } = deps;
  http.receive('/bots/:key/uploads', 'storage.upload', async ({ bot, permissions, query, file }) =>
    visibleTo(permissions, await uploads.receive(bot.key, cleanFileName(query.file_name), file)),
  );
  http.on(api.listUploads, async ({ bot, permissions }) => {
    const list = await uploads.list(permitted(bot).key);
    return list.map((upload) => visibleTo(permitted(permissions), upload));
  });
  http.on(api.getUpload, async ({ bot, permissions, params }) =>
    visibleTo(permitted(permissions), await uploads.get(permitted(bot).key, params.id)),
  );
  http.on(api.startUpload, async ({ params, body, ...call }) => {
    const startedUpload = await uploads.start(permitted(call.bot).key, params.id, {
      content: body.content,
      ...(body.mapping === undefined ? {} : { mapping: body.mapping }),
    });
    await record(call, 'upload_started', { name: startedUpload.file_name, content: startedUpload.content });
    return visibleTo(permitted(call.permissions), startedUpload);
  });
  http.on(api.cancelUpload, async ({ params, ...call }) => {
    const { key } = permitted(call.bot);
    const { file_name: name } = await uploads.get(key, params.id);
    await uploads.cancel(key, params.id);
    await record(call, 'upload_cancelled', { name });
    return null;
  });
  // The rows as they were in the file: names and ids of users.
  const shows = { keys: keysOfUsersFile['rejected-rows.csv'] };
  http.download('/bots/:key/uploads/:id/rejected-rows.csv', 'storage.upload', shows, async (call) => {
    const { params, reply } = call;
    const id = String(params.id);
    const packed = uuid.test(id) ? await uploads.rejectedRows(call.bot.key, id) : null;
    if (packed === null) throw new AppError('NotFound');
    await record(call, 'exported', { what: 'rejected_rows' });
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="refused-${id}.csv"`);
    const csv = createGunzip();
    csv.end(packed);
    await reply.send(csv);
  });
}

/** The last part of a path, without what a row of a table cannot hold. */
function cleanFileName(value: unknown): string {
  const [name = ''] = String(value ?? '')
    .split(/[\\/]/)
    .slice(-1);
  const text = name.replaceAll('\0', '').toWellFormed().trim().slice(0, nameLength);
  return text === '' ? 'upload' : text;
}

/** Contents of rows are users' names and ids: how many rows were rejected, where and why, is left. */
function visibleTo(permissions: Permissions, upload: Upload): Upload {
  if (opens(permissions, 'section.users.list')) return upload;
  const rejected_rows = upload.rejected_rows.map((row) => ({ ...row, text: null }));
  return { ...upload, preview: [], rejected_rows };
}
