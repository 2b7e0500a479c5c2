import { randomBytes } from 'node:crypto';
import type { BotAccess, PermissionKey, Permissions } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';

const cookie = 'botscope.demo';
/** As long as what a visitor keeps in the demo, seconds. */
const lifetimeS = 86_400;

/**
 * Identifies a visitor of the demo: only they see what they save there. An account is known by its key, a browser by a
 * cookie that it gets with the first thing it saves; '' before that. Undefined for members of a bot.
 */
export function visitorOfDemo(
  { bot, permissions }: { bot: { is_demo: boolean }; permissions: Permissions },
  account: { key: string } | null,
  request: Pick<FastifyRequest, 'cookies'> | undefined,
): string | undefined {
  if (!bot.is_demo || permissions.role !== null) return undefined;
  if (account !== null) return account.key;
  const cookieValue = request?.cookies[cookie] ?? '';
  return /^[0-9a-f]{32}$/.test(cookieValue) ? cookieValue : '';
}

/** Campaigns of their own, which nobody else sees: features/campaigns/demo/. */
export const campaignKeys: readonly PermissionKey[] = [
  'tasker.task.create',
  'tasker.task.view',
  'tasker.task.update',
  'tasker.run_test',
  'tasker.campaign.run',
  'tasker.campaign.stop',
  'tasker.users.list',
  'communication.messages.preview',
  'communication.broadcast.send',
  'communication.broadcast.schedule',
  'communication.broadcast.cancel',
  'communication.broadcast.status',
];
const campaignRoute =
  /^\/api\/bots\/:key\/(?:campaigns|campaign-[a-z]+|mailing-limits|users\/:user_id\/campaigns)(?:\/|$)/;

/** On other routes those keys open what every visitor would see and change. @throws AppError AccessDenied */
export function assertForVisitors(access: BotAccess, request: Pick<FastifyRequest, 'routeOptions'>): void {
  const isOfCampaigns = campaignKeys.some((key) => key === access);
  if (isOfCampaigns && !campaignRoute.test(request.routeOptions.url ?? '')) throw new AppError('AccessDenied');
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
