import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readApiKey } from './api-key-header.ts';
import { PushError, toPushAnswer } from './push-error.ts';

/** Options that the routes of one feature in the public bot API share. */
export interface BotScope {
  /** Bodies of the routes. Their raw bytes come to the handler as a Buffer. */
  largestBody: number;
  /** For the log, where one failed for a reason of ours. */
  failure: string;
  authenticate(apiKey: string | undefined): Promise<{ key: string } | null>;
}

/** Routes of the public bot API whose errors have Telegram's form. `botOf` throws PushError 401 without a key. */
export function registerBotScope(
  app: FastifyInstance,
  { largestBody, failure, authenticate }: BotScope,
  routes: (scope: FastifyInstance, botOf: (request: FastifyRequest) => Promise<string>) => void,
): void {
  const authenticateBot = async (request: FastifyRequest): Promise<string> => {
    const bot = await authenticate(readApiKey(request));
    if (bot === null) throw new PushError(401, 'Unauthorized');
    return bot.key;
  };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));
    scope.setErrorHandler((error, request, reply) => {
      const { status, body, retryAfter } = toPushAnswer(error, largestBody);
      if (status >= 500) request.log.error({ err: error }, failure);
      if (retryAfter !== null) reply.header('retry-after', retryAfter);
      return sendJson(reply.code(status), body);
    });
    routes(scope, authenticateBot);
  });
}

export const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('application/json').send(Buffer.from(JSON.stringify(body)));

/** The user that a question is about. @throws PushError 400 */
export function userOfQuery(request: FastifyRequest): number {
  const { user_id: user = '' } = request.query as { user_id?: unknown };
  if (!/^[1-9]\d{0,15}$/.test(String(user))) throw new PushError(400, 'Bad Request: user_id must be a user’s ID');
  return Number(user);
}
