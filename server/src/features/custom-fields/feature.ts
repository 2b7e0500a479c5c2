import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerCustomFields } from './custom-field-routes.ts';
import { createCustomFields } from './custom-fields.ts';

type Needs = Platform & { recordAudit: RecordAudit; store: EventStore };

/** Data that owners keep about their bot's users besides Telegram's. */
export const customFields = defineFeature({
  name: 'custom-fields',
  tables: ['custom_fields'],
  create({ bus, metadata, recordAudit, store }: Needs) {
    const customFields = createCustomFields({ metadata, store, bus });
    return {
      offers: { customFields },
      routes: (http) => registerCustomFields(http, { customFields, store, db: metadata.db, record: recordAudit }),
    };
  },
});
