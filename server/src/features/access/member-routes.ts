import { api, type BotMembers } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { BotRow } from '../bots/bots.ts';
import { permitted, signedIn } from './access.ts';
import { type Asking, named } from './asking.ts';
import type { InvitationTokens } from './invitation-token.ts';
import type { Invitations } from './invitations.ts';
import { listMembers } from './list-members.ts';
import type { Members } from './members.ts';

/** Who has access to a bot, and what becomes of it. */
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
  const list = (asking: Asking): Promise<BotMembers> =>
    named('LoadError', () =>
      listMembers(deps.metadata.db, asking, { now: new Date(deps.now()), linkOf: tokens.linkOf }),
    );

  http.on(api.listMembers, (call) => list(askingOf(call)));
  http.on(api.grantAccess, async ({ body: { email, ...given }, ...call }) => {
    await invitations.grant(askingOf(call), email, given);
    return list(askingOf(call));
  });
  http.on(api.createInvitation, async ({ body: { max_uses: maxUses, days, ...given }, ...call }) => {
    const link = await invitations.create(askingOf(call), given, { maxUses, days });
    return { ...(await list(askingOf(call))), link };
  });
  http.on(api.revokeInvitation, async ({ params, ...call }) => {
    await invitations.revoke(askingOf(call), Number(params.id));
    return list(askingOf(call));
  });
  http.on(api.changeMember, async ({ params, body, ...call }) => {
    await members.change(askingOf(call), params.account, body);
    return list(askingOf(call));
  });
  http.on(api.revokeMember, async ({ params, ...call }) => {
    await members.revoke(askingOf(call), params.account);
    return list(askingOf(call));
  });
  http.on(api.transferBot, async ({ body, ...call }) => {
    if (body.bot_name !== permitted(call.bot).bot_name) throw new AppError('InvalidField', { field: 'bot_name' });
    const { account_key: to, bot_name: _, stay_as: stayAs, ...proof } = body;
    await members.transfer(askingOf(call), { to, stayAs, proof });
    return null;
  });
  http.on(api.leaveBot, async (call) => {
    await members.leave(askingOf(call));
    return null;
  });
}

function askingOf(call: {
  account: Asking['account'] | null;
  bot: BotRow | null;
  permissions: Asking['permissions'] | null;
  raw: Asking['raw'];
}): Asking {
  return {
    account: signedIn(call.account),
    bot: permitted(call.bot),
    permissions: permitted(call.permissions),
    raw: call.raw,
  };
}
