import { BotSubscriptionRequest, type BotSubscriptionState } from '@botscope/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerBotScope, sendJson, userOfQuery } from '../../ingest/push/bot-scope.ts';
import { PushError } from '../../ingest/push/push-error.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';

const largestBody = 8_192;

/** The public bot API's side: a bot reports that a user wants no mailings, or wants them again, and asks about it. */
export function registerBotSubscription(
  app: FastifyInstance,
  deps: {
    unsubscribes: Pick<Unsubscribes, 'of' | 'report'>;
    authenticate(apiKey: string | undefined): Promise<{ key: string } | null>;
    /** Whether the bot has this user. */
    knows: (bot: string, userId: number) => Promise<boolean>;
  },
): void {
  const { unsubscribes } = deps;
  const send = async (reply: FastifyReply, bot: string, userId: number): Promise<FastifyReply> => {
    const row = (await unsubscribes.of(bot, [userId])).get(userId);
    const result: BotSubscriptionState = {
      user_id: userId,
      subscribed: row === undefined,
      since: row?.at.toISOString() ?? null,
      source: row?.source ?? null,
      reason: row?.reason ?? null,
    };
    return sendJson(reply, { ok: true, result });
  };

  const api = {
    largestBody,
    failure: 'a subscription reported by the bot was not stored',
    authenticate: deps.authenticate,
  };
  registerBotScope(app, api, (scope, botOf) => {
    scope.get('/v1/subscription', { config: { access: 'bot' } }, async (request, reply) => {
      const bot = await botOf(request);
      return send(reply, bot, userOfQuery(request));
    });
    scope.post('/v1/subscription', { config: { access: 'bot' }, bodyLimit: largestBody }, async (request, reply) => {
      const bot = await botOf(request);
      const { user_id, subscribed, reason, note = '' } = readRequest(request.body);
      const userId = Number(user_id);
      if (!(await deps.knows(bot, userId))) throw new PushError(400, 'Bad Request: user not found');
      await unsubscribes.report(bot, userId, subscribed ? null : { reason: reason ?? null, note });
      return send(reply, bot, userId);
    });
  });
}

function readRequest(body: unknown): BotSubscriptionRequest {
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch {
    throw new PushError(400, 'Bad Request: the body is no JSON');
  }
  const result = BotSubscriptionRequest.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PushError(400, `Bad Request: ${issue?.path.join('.') || 'the body'} is invalid`);
}
