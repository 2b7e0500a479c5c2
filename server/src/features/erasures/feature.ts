import { randomUUID } from 'node:crypto';
import { api } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Http } from '../../platform/http/http.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import { subjectOf } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature, type UserData } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { createErasureStore } from './erasure-store.ts';
import { createErasures, type Erasures } from './erasures.ts';
import { redactedTexts } from './redact-texts.ts';

type Needs = Platform & {
  erasedUsers: ErasedUsers;
  instances: Instances;
  userData: readonly UserData[];
  store: EventStore;
};

/** Erases and anonymises users, everywhere. */
export const erasures = defineFeature({
  name: 'erasures',
  tables: ['erasures', 'erasure_users'],
  create({ erasedUsers, instanceId, instances, logger, metadata, userData, sealer, store }: Needs) {
    const { db } = metadata;
    const rows = createErasureStore({ db, instance: instanceId, run: randomUUID() });
    const loadAccountNames = createAccountNames(db);
    const parts = {
      rows,
      metadata,
      store,
      sealer,
      userData,
      erasedUsers,
      instances,
      namesOf: loadAccountNames,
      logger,
    };
    const erasures = createErasures(parts);
    return {
      offers: { erasures },
      userData: redactedTexts(db),
      routes: (http) => registerErasures(http, { erasures }),
      jobs: [
        { name: 'continue-erasures', schedule: '* * * * *', run: erasures.continueAll },
        // Rewrites tables: not more often than a day's limit needs.
        { name: 'purge-erased', schedule: '20 */6 * * *', run: erasures.purge },
      ],
      close: erasures.settled,
    };
  },
});

function registerErasures(http: Http<BotRow>, { erasures }: { erasures: Erasures }): void {
  http.on(api.eraseUsers, ({ body, ...call }) =>
    erasures.begin(permitted(call.bot), body.user_ids, body.mode, subjectOf(call)),
  );
  http.on(api.listErasures, ({ bot, query }) =>
    erasures.list(permitted(bot).key, query.before === undefined ? null : Number(query.before)),
  );
  http.on(api.erasureCertificate, ({ bot, params }) =>
    erasures.certificate(permitted(bot).key, Number(params.erasure_id)),
  );
}
