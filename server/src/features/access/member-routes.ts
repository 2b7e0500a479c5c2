import { api, type BotMembers } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { BotRow } from '../bots/bots.ts';
import { permitted, signedIn } from './access.ts';
import { type AccessRequest, named } from './access-request.ts';
import type { InvitationTokens } from './invitation-token.ts';
import type { Invitations } from './invitations.ts';
import { listMembers } from './list-members.ts';
import type { Members } from './members.ts';

/** Registers the routes that list and change who has access to a bot. */
export function registerMembers(
  http: Http<BotRow>,
  deps: {
    metadata: Pick<Metadata, 'db'>;
    members: Members;
    invitations: Invitations;
    tokens: Pick<InvitationTokens, 'linkOf'>;
    now: () => number;
  },
): void {
  const { members, invitations, tokens } = deps;
  const list = (request: AccessRequest): Promise<BotMembers> =>
    named('LoadError', () =>
      listMembers(deps.metadata.db, request, { now: new Date(deps.now()), linkOf: tokens.linkOf }),
    );

  http.on(api.listMembers, (call) => list(accessRequestOf(call)));
  http.on(api.grantAccess, async ({ body: { email, ...given }, ...call }) => {
    await invitations.grant(accessRequestOf(call), email, given);
    return list(accessRequestOf(call));
  });
  http.on(api.createInvitation, async ({ body: { max_uses: maxUses, days, ...given }, ...call }) => {
    const link = await invitations.create(accessRequestOf(call), given, { maxUses, days });
    return { ...(await list(accessRequestOf(call))), link };
  });
  http.on(api.revokeInvitation, async ({ params, ...call }) => {
    await invitations.revoke(accessRequestOf(call), Number(params.id));
    return list(accessRequestOf(call));
  });
  http.on(api.changeMember, async ({ params, body, ...call }) => {
    await members.change(accessRequestOf(call), params.account, body);
    return list(accessRequestOf(call));
  });
  http.on(api.revokeMember, async ({ params, ...call }) => {
    await members.revoke(accessRequestOf(call), params.account);
    return list(accessRequestOf(call));
  });
  http.on(api.transferBot, async ({ body, ...call }) => {
    if (body.bot_name !== permitted(call.bot).bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    const { account_key: to, bot_name: _, stay_as: stayAs, ...proof } = body;
    await members.transfer(accessRequestOf(call), { to, stayAs, proof });
    return null;
  });
  http.on(api.leaveBot, async (call) => {
    await members.leave(accessRequestOf(call));
    return null;
  });
}

function accessRequestOf(call: {
  account: AccessRequest['account'] | null;
  bot: BotRow | null;
  permissions: AccessRequest['permissions'] | null;
  raw: AccessRequest['raw'];
}): AccessRequest {
  return {
    account: signedIn(call.account),
    bot: permitted(call.bot),
    permissions: permitted(call.permissions),
    raw: call.raw,
  };
}
