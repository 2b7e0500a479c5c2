import { api, type Init } from '@botscope/contract';
import { inviteMemory } from '../session/invite-memory.ts';
import type { Call } from './client.ts';

/**
 * Accepts what an account has said yes to: the link that it came by, once someone pressed the button or signed in on a
 * page that named it, and invitations to its own email, whose access works already. Opening a page accepts nothing.
 */
export async function takeUp(
  call: Call,
  init: Init,
  question: { token: string | null; lang: string | undefined; signal?: AbortSignal },
): Promise<Init> {
  const { token, lang, signal } = question;
  const confirmedToken = init.invitation?.state === 'pending' && inviteMemory.isConfirmed() ? token : null;
  if (init.user === null || (confirmedToken === null && !init.invitations_waiting)) return init;
  const body = { lang, invite_token: confirmedToken ?? undefined };
  const { invitation, notify } = await call(api.acceptInvitation, { body, signal });
  const after = await call(api.init, { query: { lang }, signal });
  return { ...after, invitation: invitation ?? init.invitation, notify: [...init.notify, ...notify] };
}
