import type { Account } from '@botscope/contract';
import type { Platform } from '../../platform/platform.ts';
import type { AccessChanges, Accounts } from '../accounts/accounts.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { forgetInvitations } from './access.ts';
import { createGate } from './gate.ts';
import { createInvitationTokens } from './invitation-token.ts';
import { createInvitations } from './invitations.ts';
import { createArrivals } from './invited.ts';
import { registerMembers } from './member-routes.ts';
import { createMembers } from './members.ts';
import { ownersFor } from './owners.ts';

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
        ownersFor: (account: Account) => ownersFor(metadata.db, account.key),
      },
      routes: (http) => registerMembers(http, { metadata, members, invitations, tokens, now: Date.now }),
      jobs: [{ name: 'forget-invitations', schedule: '29 3 * * *', run: (now) => forgetInvitations(metadata.db, now) }],
      close: invitations.settled,
    };
  },
});
