import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { defineFeature } from '../feature.ts';
import { createAccountData } from './account-data.ts';
import { registerAccountData } from './account-data-routes.ts';
import { createSignedKeys } from './signed-keys.ts';

type Needs = Platform & { accounts: Accounts; bots: Bots; connections: Connections };

/** Data of an account: its export, its deletion, and signed keys for files. */
export const accountData = defineFeature({
  name: 'account-data',
  publicRoutes: { 'GET /.well-known/jwks.json': 'public keys' },
  create: ({ config, sealer, ...context }: Needs) => ({
    routes: (http) =>
      registerAccountData(http, {
        bots: context.bots,
        grantsOf: grantsReader(context.metadata.db),
        accountData: createAccountData(context),
        signedKeys: createSignedKeys({ sealer, publicUrl: config.publicUrl, now: Date.now }),
      }),
  }),
});
