import { csrfToken } from '../../platform/http/csrf.ts';
import type { Gate } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { isOperatorHeader } from '../../platform/operator-secret.ts';
import type { AccessChanges, Accounts } from '../accounts/accounts.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import { permit } from './access.ts';
import { isVisitor } from './demo/visitor.ts';
import { assertForVisitors } from './demo/visitor-rules.ts';
import { grantsReader } from './grants.ts';

/** Identifies the caller of a route and checks their access. */
export function createGate(deps: {
  metadata: Pick<Metadata, 'db'>;
  accounts: Pick<Accounts, 'session' | 'sessions'>;
  accessChanges: Pick<AccessChanges, 'watch'>;
  bots: Pick<Bots, 'byKey'>;
  appSecret: string;
}): Gate<BotRow> {
  const { accounts, accessChanges, bots, appSecret } = deps;
  const loadGrants = grantsReader(deps.metadata.db);
  return {
    remembered: (request) => accounts.sessions.remembered(request.headers),
    account: async (request) => (await accounts.session(request.headers))?.account ?? null,
    async permit(account, key, access, request) {
      const [bot, grants] = await Promise.all([bots.byKey(key), loadGrants(account)]);
      const permitted = permit(account, bot, access, grants);
      if (isVisitor(permitted)) assertForVisitors(access, request);
      return permitted;
    },
    watch: (account, listener) => accessChanges.watch(account.key, listener),
    isOperator: (request) => isOperatorHeader(request.headers.authorization, appSecret),
    csrfToken: (account) => csrfToken(appSecret, account?.key ?? null),
  };
}
