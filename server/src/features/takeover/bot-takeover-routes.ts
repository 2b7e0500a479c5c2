import { BotTakeoverRequest, type BotTakeoverState, maxTakeovers } from '@botscope/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerBotScope, sendJson, userOfQuery } from '../../ingest/push/bot-scope.ts';
import { PushError } from '../../ingest/push/push-error.ts';
import { AppError } from '../../platform/errors.ts';
import type { Takeovers } from './takeover.ts';

const largestBody = 4_096;
/** The account of a takeover that the bot itself has asked for. */
const theBot = '';

/** The public bot API's side: a bot asks who answers a chat, hands one over, or takes it back. */
export function registerBotTakeover(
  app: FastifyInstance,
  deps: {
    takeovers: Takeovers;
    authenticate(apiKey: string | undefined): Promise<{ key: string } | null>;
    /** Erased users are rejected: nothing is stored about them. */
    isErased: (bot: string, userId: number) => boolean;
  },
): void {
  const { takeovers } = deps;
  const send = async (reply: FastifyReply, bot: string, userId: number): Promise<FastifyReply> => {
    const row = await takeovers.one(bot, userId);
    const result: BotTakeoverState = {
      user_id: userId,
      taken_over: row !== null,
      by: row === null ? null : row.account === null ? 'bot' : 'operator',
      expires_at: row?.expiresAt.toISOString() ?? null,
    };
    return sendJson(reply, { ok: true, result });
  };

  const api = { largestBody, failure: 'a takeover by the bot failed', authenticate: deps.authenticate };
  registerBotScope(app, api, (scope, botOf) => {
    scope.get('/v1/takeover', { config: { access: 'bot' } }, async (request, reply) => {
      const bot = await botOf(request);
      return send(reply, bot, userOfQuery(request));
    });
    scope.post('/v1/takeover', { config: { access: 'bot' }, bodyLimit: largestBody }, async (request, reply) => {
      const bot = await botOf(request);
      const { user_id, action, minutes } = readRequest(request.body);
      const userId = Number(user_id);
      await asConflict(() =>
        action === 'release' ? takeovers.release(bot, userId, theBot) : takeFor(bot, userId, minutes),
      );
      return send(reply, bot, userId);
    });
  });

  async function takeFor(bot: string, userId: number, minutes: number | undefined): Promise<void> {
    if (deps.isErased(bot, userId)) throw new PushError(400, 'Bad Request: user not found');
    const duration = minutes === undefined ? {} : { minutes };
    await takeovers.take({ bot, userId, account: null, fromOther: false, ...duration });
  }
}

/** A bot neither takes a chat from a person nor ends their answer in mid-sentence (decision 0043). */
async function asConflict(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'TakenOver') throw new PushError(409, 'Conflict: a person has taken over this chat');
    if (code === 'TooManyTakeovers') throw new PushError(400, `Bad Request: ${maxTakeovers} chats are taken over`);
    throw error;
  }
}

function readRequest(body: unknown): BotTakeoverRequest {
  try {
    const result = BotTakeoverRequest.safeParse(JSON.parse(String(body)));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw new PushError(400, `Bad Request: ${issue?.path.join('.') || 'the body'} is invalid`);
  } catch (error) {
    if (error instanceof PushError) throw error;
    throw new PushError(400, 'Bad Request: the body is no JSON');
  }
}
