import { createInvitationTokens } from '../features/access/invitation-token.ts';
import { createInvitations } from '../features/access/invitations.ts';
import { createArrivals } from '../features/access/invited.ts';
import { createMembers } from '../features/access/members.ts';
import { createAttempts } from '../features/accounts/attempts.ts';
import { createSealer } from '../platform/outgoing/sealer.ts';
import type { Services } from './services.ts';

/** How people come to somebody's bot and leave it. */
export function createJoining(services: Services) {
  const { accessChanges: changes, accounts, bots, config, inbox, logger, metadata } = services;
  const tokens = createInvitationTokens({ sealer: createSealer(config.appSecret), publicUrl: config.publicUrl });
  const common = { metadata, inbox, changes, tokens, logger, now: Date.now };
  const members = createMembers({ ...common, accounts, bots });
  return {
    tokens,
    members,
    invitations: createInvitations({ ...common, members, attempts: createAttempts(metadata.db, Date.now) }),
    arrivals: createArrivals(common),
  };
}
