import type { Account, Init } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccessChanges, Accounts } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { forgetInvitations } from './access.ts';
import { callName } from './access-request.ts';
import { createVisitorEdge } from './demo/visitor-routes.ts';
import { createVisitorRows, forgetVisitorRows } from './demo/visitor-rows.ts';
import { createGate } from './gate.ts';
import { createInvitationTokens } from './invitation-token.ts';
import { createInvitations } from './invitations.ts';
import { createArrivals } from './invited.ts';
import { registerMembers } from './member-routes.ts';
import { createMembers } from './members.ts';

/** Names the owners of the bots shared with an account, by bot key: its list shows the owner of each. */
export async function ownersFor(db: Kysely<Tables>, accountKey: string): Promise<Init['owners']> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('bots', 'bots.key', 'grants.bot_key')
    .innerJoin('accounts', 'accounts.id', 'bots.account_key')
    .select(['bots.key', 'accounts.email', 'accounts.name', 'accounts.telegram_name', 'accounts.tid'])
    .where('grants.account_key', '=', accountKey)
    .where('bots.account_key', '!=', accountKey)
    .where((eb) => eb.or([eb('grants.expires_at', 'is', null), eb('grants.expires_at', '>', new Date())]))
    .execute();
  return Object.fromEntries(rows.map(({ key, ...owner }) => [key, callName(owner)]));
}

type Needs = Platform & { accessChanges: AccessChanges; accounts: Accounts; bots: Bots; notifications: Notifications };

/** Access to bots: roles, permissions, invitations and the transfer of ownership. */
export const access = defineFeature({
  name: 'access',
  tables: ['grants', 'invitations', 'invitation_uses'],
  create(context: Needs) {
    const { accessChanges, accounts, attempts, bots, config, notifications, logger, metadata, sealer } = context;
    const tokens = createInvitationTokens({ sealer, publicUrl: config.publicUrl });
    const common = { metadata, notifications, changes: accessChanges, tokens, logger, now: Date.now };
    const members = createMembers({ ...common, accounts, bots });
    const invitations = createInvitations({ ...common, members, attempts });
    return {
      offers: {
        gate: createGate({ metadata, accounts, accessChanges, bots, appSecret: config.appSecret }),
        arrivals: createArrivals(common),
        visitorEdge: createVisitorEdge({
          rows: createVisitorRows(metadata.db),
          attempts,
          https: config.publicUrl.startsWith('https:'),
        }),
        ownersFor: (account: Account) => ownersFor(metadata.db, account.key),
      },
      routes: (http) => registerMembers(http, { metadata, members, invitations, tokens, now: Date.now }),
      jobs: [
        { name: 'forget-invitations', schedule: '29 3 * * *', run: (now) => forgetInvitations(metadata.db, now) },
        {
          name: 'forget-rows-of-visitors',
          schedule: '35 * * * *',
          run: (now) => forgetVisitorRows(metadata.db, now),
        },
      ],
      close: invitations.settled,
    };
  },
});
