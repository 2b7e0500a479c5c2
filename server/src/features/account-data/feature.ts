import { type Account, accountExportPath, api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Grants, grantsReader, permissionsFor, signedIn } from '../access/access.ts';
import { type Accounts, callerOf, requireKey, setCookies } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { defineFeature } from '../feature.ts';
import { type AccountData, createAccountData } from './account-data.ts';
import { createSignedKeys, type SignedKeys } from './signed-keys.ts';

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

/** Deleting the account, taking its data along, and keys for other services. */
function registerAccountData<Bot>(
  http: Http<Bot>,
  deps: {
    accountData: AccountData;
    signedKeys: SignedKeys;
    bots: Pick<Bots, 'byKey'>;
    grantsOf: (account: Account | null) => Promise<Grants>;
  },
): void {
  const { accountData, signedKeys } = deps;

  http.on(api.accountDeletion, ({ account }) => accountData.deletion(requireKey(account)));
  http.on(api.deleteAccount, async ({ account, body, raw, reply }) => {
    const { cookies, waiting } = await accountData.delete(signedIn(account), body, callerOf(raw));
    setCookies(reply, cookies);
    return { waiting };
  });

  http.accountFile(`/api${accountExportPath}`, async ({ account, raw, reply }) => {
    const data = await accountData.export(account, callerOf(raw));
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="botscope-account.json"')
      .send(JSON.stringify(data, null, 2));
  });

  http.on(api.getAuthKey, ({ account, query }) => signedKeys.auth(signedIn(account), query.audience));
  http.on(api.getCdnKey, async ({ account, query }) => {
    if (query.bot !== undefined) {
      const [bot, grants] = await Promise.all([deps.bots.byKey(query.bot), deps.grantsOf(account)]);
      const permissions = bot === null ? null : permissionsFor(account, bot, grants);
      // A bot of another account and a missing one get the same answer.
      if (permissions === null || (permissions.keys.size === 0 && permissions.reports.size === 0))
        throw new AppError('NotFound');
    }
    return signedKeys.cdn(signedIn(account), query.bot);
  });
  http.app.get('/.well-known/jwks.json', { config: { access: 'visitor' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(await signedKeys.jwks()),
  );
}
