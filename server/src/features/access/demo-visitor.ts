import { randomBytes } from 'node:crypto';
import type { Permissions } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookie = 'botscope.demo';
/** As long as what a visitor keeps in the demo, seconds. */
const lifetimeS = 86_400;

/**
 * Who looks at the demo: what they keep there is theirs alone. An account is known by its key, a browser by a cookie that
 * it gets with the first thing it keeps; '' before that. Undefined for members of a bot.
 */
export function visitorOfDemo(
  { bot, permissions }: { bot: { is_demo: boolean }; permissions: Permissions },
  account: { key: string } | null,
  request: Pick<FastifyRequest, 'cookies'> | undefined,
): string | undefined {
  if (!bot.is_demo || permissions.role !== null) return undefined;
  if (account !== null) return account.key;
  const given = request?.cookies[cookie] ?? '';
  return /^[0-9a-f]{32}$/.test(given) ? given : '';
}

/** Makes a browser known. */
export function welcomeVisitor(reply: FastifyReply, https: boolean): string {
  const visitor = randomBytes(16).toString('hex');
  void reply.setCookie(cookie, visitor, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    maxAge: lifetimeS,
  });
  return visitor;
}
