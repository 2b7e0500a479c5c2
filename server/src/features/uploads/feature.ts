import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { uploadData } from './erase-from-uploads.ts';
import { registerUploads } from './upload-routes.ts';
import { createUploads } from './uploads.ts';

type Needs = Platform & { bots: Bots; recordAudit: RecordAudit; store: EventStore };

/** The import of history from files. */
export const uploads = defineFeature({
  name: 'uploads',
  tables: ['uploads', 'upload_reports'],
  create: ({ bots, config, instanceId, logger, metadata, recordAudit, store }: Needs) => ({
    personData: uploadData(metadata.db),
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
