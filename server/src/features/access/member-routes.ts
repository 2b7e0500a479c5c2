import { api, type BotMembers } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { BotRow } from '../bots/bots.ts';
import { permitted, signedIn } from './access.ts';
import { type AccessRequest, withErrorCode } from './access-request.ts';
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
    withErrorCode('LoadError', () =>
      listMembers(deps.metadata.db, request, { now: new Date(deps.now()), linkOf: tokens.linkOf }),
    );

  http.on(api.listMembers, (call) => list(toAccessRequest(call)));
  http.on(api.grantAccess, async ({ body: { email, ...draft }, ...call }) => {
    await invitations.grant(toAccessRequest(call), email, draft);
    return list(toAccessRequest(call));
  });
  http.on(api.createInvitation, async ({ body: { max_uses: maxUses, days, ...draft }, ...call }) => {
    const link = await invitations.create(toAccessRequest(call), draft, { maxUses, days });
    return { ...(await list(toAccessRequest(call))), link };
  });
  http.on(api.revokeInvitation, async ({ params, ...call }) => {
    await invitations.revoke(toAccessRequest(call), Number(params.id));
    return list(toAccessRequest(call));
  });
  http.on(api.changeMember, async ({ params, body, ...call }) => {
    await members.change(toAccessRequest(call), params.account, body);
    return list(toAccessRequest(call));
  });
  http.on(api.revokeMember, async ({ params, ...call }) => {
    await members.revoke(toAccessRequest(call), params.account);
    return list(toAccessRequest(call));
  });
  http.on(api.transferBot, async ({ body, ...call }) => {
    if (body.bot_name !== permitted(call.bot).bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    const { account_key: to, bot_name: _, stay_as: stayAs, ...proof } = body;
    await members.transfer(toAccessRequest(call), { to, stayAs, proof });
    return null;
  });
  http.on(api.leaveBot, async (call) => {
    await members.leave(toAccessRequest(call));
    return null;
  });
}

function toAccessRequest(call: {
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
