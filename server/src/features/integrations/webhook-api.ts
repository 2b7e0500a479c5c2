import {
  type IntegrationDraft,
  type IntegrationEventType,
  integrationEventKinds,
  integrationEventTypes,
} from '@botscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readApiKey } from '../../ingest/push/api-key-header.ts';
import { parseBody } from '../../ingest/push/body-items.ts';
import { PushError, PushFieldErrors, toPushAnswer } from '../../ingest/push/push-error.ts';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../telegram/json.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Integrations } from './integrations.ts';
import { sampleBody } from './sample-body.ts';

interface WebhookApiDeps {
  authenticate(apiKey: string | undefined): Promise<BotRow | null>;
  integrations: Integrations;
  /** The signing secret of a webhook, which is shown once. */
  secretOf(bot: string, key: string): Promise<string>;
}

const largestBody = 16_384;
const anyType = Object.fromEntries(integrationEventTypes.map((type) => [type, true]));

/**
 * Webhooks for tools that subscribe by themselves (Zapier, Make, n8n, code of owners). A key acts for the owner of its bot,
 * so what is sent is whole. Events of nobody's demo are not sent.
 */
export function registerWebhookApi(
  app: FastifyInstance,
  { authenticate, integrations, secretOf }: WebhookApiDeps,
): void {
  async function load(request: FastifyRequest): Promise<BotRow & { account_key: string }> {
    const bot = await authenticate(readApiKey(request));
    if (bot === null) throw new PushError(401, 'Unauthorized');
    if (bot.account_key === null || bot.is_demo) throw new AppError('AccessDenied');
    return { ...bot, account_key: bot.account_key };
  }
  const answer = (reply: FastifyReply, result: unknown): FastifyReply =>
    reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify({ ok: true, result })));

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));
    scope.setErrorHandler((error, request, reply) => {
      const { status, body, retryAfter } = toPushAnswer(error, largestBody);
      if (status >= 500) request.log.error({ err: error }, 'a call of the webhook API failed');
      if (retryAfter !== null) reply.header('retry-after', retryAfter);
      return reply
        .code(status)
        .header('content-type', 'application/json')
        .send(Buffer.from(JSON.stringify(body)));
    });
    scope.post('/v1/webhooks', { config: { access: 'bot' }, bodyLimit: largestBody }, async (request, reply) => {
      const bot = await load(request);
      const { url, types } = readSubscription(request.body);
      const draft = webhookDraft(url, types);
      const { integration_key: id } = await integrations.create(bot.key, bot.account_key, draft).catch(toFieldErrors);
      return answer(reply, { id, secret: await secretOf(bot.key, id), types });
    });
    scope.delete<{ Params: { id: string } }>(
      '/v1/webhooks/:id',
      { config: { access: 'bot' } },
      async (request, reply) => {
        const bot = await load(request);
        const { name, provider } = await integrations.row(bot.key, request.params.id);
        // Those of the dashboard are not a program's to remove.
        if (provider !== 'webhook' || name !== apiName) throw new AppError('NotFound', { field: 'id' });
        await integrations.remove(bot.key, request.params.id, name);
        return answer(reply, true);
      },
    );
    scope.get<{ Params: { type: string } }>(
      '/v1/webhooks/samples/:type',
      { config: { access: 'bot' }, exposeHeadRoute: false },
      async (request, reply) => {
        const bot = await load(request);
        const { type } = request.params;
        if (!isType(type)) throw new AppError('NotFound', { field: 'type' });
        return answer(reply, [sampleBody({ key: bot.key, name: bot.bot_name }, type)]);
      },
    );
  });
}

/** Name of webhooks that were made by API. */
const apiName = 'Webhook (API)';

const isType = (type: string): type is IntegrationEventType =>
  Object.hasOwn(anyType, type) && type in integrationEventKinds;

function readSubscription(body: unknown): { url: string; types: IntegrationEventType[] } {
  const parsed = parseBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  const { url, types } = isObject(parsed) ? parsed : {};
  if (typeof url !== 'string') throw new PushFieldErrors({ url: ['url must be a text'] });
  const isList =
    Array.isArray(types) && types.length > 0 && types.every((type) => typeof type === 'string' && isType(type));
  if (!isList) throw new PushFieldErrors({ types: [`types must be a list of: ${integrationEventTypes.join(', ')}`] });
  return { url, types: types as IntegrationEventType[] };
}

const webhookDraft = (url: string, types: IntegrationEventType[]): IntegrationDraft => ({
  ...{ provider: 'webhook', name: apiName, settings: { url }, secrets: {} },
  selection: { types, targets: [], names: [], rules: '', min_amount: 0, provider_names: {} },
  privacy: { user_ids: 'plain', names: true, texts: true },
});

function toFieldErrors(error: unknown): never {
  if (error instanceof AppError && error.field === 'settings.url')
    throw new PushFieldErrors({ url: ['url must be an address that begins with https://'] });
  throw error;
}
