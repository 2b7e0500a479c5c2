import { type AuditAction, opens, type PublicCampaignCallName, publicCampaignCalls } from '@botscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/v4/core';
import { readApiKey } from '../../../ingest/push/api-key-header.ts';
import { AppError } from '../../../platform/errors.ts';
import { runAs } from '../../../platform/fairness/asker.ts';
import { untilLeft } from '../../../platform/http/until-left.ts';
import { parsePart, ValidationError } from '../../../platform/http/validate.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { assertMaySend } from '../../../platform/revealed-parts.ts';
import { isObject } from '../../../telegram/json.ts';
import { noGrants, permissionsFor } from '../../access/access.ts';
import type { RecordAudit } from '../../audit/audit.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { AnswerOnce } from './answer-once.ts';
import { type ApiCall, ApiFailure, toApiAnswer } from './api-answer.ts';
import type { CampaignApi } from './campaign-api.ts';

/** A list of 10,000 ids, or an audience of 5,000 with a message. */
export const largestApiBody = 1_048_576;

/** Account that owns a bot. */
export type ApiOwner = { key: string; email: string | null; tid: number | null; timeZone: string };

type Definition = (typeof publicCampaignCalls)[PublicCampaignCallName] & {
  isOnce?: true;
  query?: z.$ZodType;
  body?: z.$ZodType;
};

/** The public campaign API. A key has no permissions of its own: it acts for the owner of its bot. */
export function registerCampaignApi(
  app: FastifyInstance,
  deps: {
    authenticate(apiKey: string | undefined): Promise<BotRow | null>;
    /** Null for a bot that nobody owns. */
    ownerOf(bot: BotRow): Promise<ApiOwner | null>;
    api: CampaignApi;
    answerOnce: AnswerOnce;
    record: RecordAudit;
  },
): void {
  async function handle(
    name: PublicCampaignCallName,
    definition: Definition,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const bot = await deps.authenticate(readApiKey(request));
    if (bot === null) throw new ApiFailure('Unauthorized');
    const owner = await deps.ownerOf(bot);
    if (owner === null) throw new AppError('AccessDenied');
    const permissions = permissionsFor(owner, bot, noGrants);
    const demand: ApiCall['demand'] = (key) => {
      if (!opens(permissions, key)) throw new AppError('AccessDenied');
    };
    // The second and third key of a start are for now and for later: the call demands one of them.
    for (const key of name === 'runCampaign' ? definition.keys.slice(0, 1) : definition.keys) demand(key);
    const id = parsePathId(request.params);
    const query = validateInput(definition.query, request.query) as Record<string, unknown>;
    const body = validateInput(definition.body, parseBody(request, definition));
    assertMaySend(permissions, definition.query, query);
    assertMaySend(permissions, definition.body, body);
    const { signal } = untilLeft(reply);
    const account = { key: owner.key, email: owner.email, tid: owner.tid };
    const record = (action: AuditAction, detail: Readonly<Record<string, unknown>>) =>
      deps.record({ account, bot, raw: request }, action, detail);
    const { status, text, isReplayed, retryAfter } = await deps.answerOnce({
      bot: bot.key,
      key: definition.isOnce ? readIdempotencyKey(request) : undefined,
      call: `${definition.method} ${request.url.split('?')[0]}`,
      body: body ?? null,
      isTest: name === 'testCampaign',
      async work(apiRequest) {
        const call: ApiCall = {
          bot,
          owner: { key: owner.key, timeZone: owner.timeZone },
          id,
          query,
          body,
          request: apiRequest,
          permissions,
          signal,
          demand,
          record,
        };
        // A bot that reads all of its recipients must not keep users from their reports.
        const asker = { places: [`bot:${bot.key}`], urgency: 'export' } as const;
        const result = await runAs(asker, () => deps.api[name](call));
        return z.parse(definition.result, result);
      },
    });
    if (isReplayed) reply.header('idempotency-replayed', 'true');
    if (retryAfter !== null) reply.header('retry-after', retryAfter);
    return reply.code(status).type('application/json').send(Buffer.from(text));
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));
    scope.setErrorHandler((error, request, reply) => {
      const { status, body, retryAfter } = toApiAnswer(error, largestApiBody);
      if (status >= 500) request.log.error({ err: error }, 'a call of the campaign API failed');
      if (retryAfter !== null) reply.header('retry-after', retryAfter);
      return reply
        .code(status)
        .type('application/json')
        .send(Buffer.from(JSON.stringify(body)));
    });
    for (const [name, definition] of Object.entries(publicCampaignCalls) as [PublicCampaignCallName, Definition][]) {
      scope.route({
        method: definition.method,
        url: definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { access: 'bot', schemas: [definition.query, definition.body] },
        exposeHeadRoute: false,
        bodyLimit: largestApiBody,
        handler: (request, reply) => handle(name, definition, request, reply),
      });
    }
  });
}

/** @throws ApiFailure that names the fields */
function validateInput(schema: z.$ZodType | undefined, input: unknown): unknown {
  try {
    return parsePart(schema, input);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = error.items.map(({ field = '', code, message }) => ({ field, message: message ?? code }));
    throw new ApiFailure(error.items[0]?.code ?? 'InvalidField', problems);
  }
}

/** The id of the path; 0 where it has none. What is no id names nothing. */
function parsePathId(params: unknown): number {
  const [[field, value] = []] = Object.entries(params as Record<string, string>);
  if (field === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(value ?? '')) throw new AppError('NotFound', { field });
  return Number(value);
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return Array.isArray(key) ? key.join(',') : key;
}

/** Without a body, an empty object. */
function parseBody(request: FastifyRequest, { body }: Definition): unknown {
  if (body === undefined || !Buffer.isBuffer(request.body) || request.body.length === 0) return {};
  try {
    const json: unknown = JSON.parse(request.body.toString('utf8'));
    if (isObject(json)) return json;
  } catch {
    // Said below.
  }
  throw new ApiFailure('BadJson');
}

/** Loads the account that a bot's API key acts for. The demo belongs to no account and can only be viewed. */
export const createOwnerLoader =
  (db: Kysely<Tables>) =>
  async (bot: { account_key: string | null; is_demo: boolean }): Promise<ApiOwner | null> => {
    if (bot.account_key === null || bot.is_demo) return null;
    const row = await db
      .selectFrom('accounts')
      .select(['id', 'email', 'tid', 'time_zone'])
      .where('id', '=', bot.account_key)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, email, tid, time_zone: timeZone } = row;
    return { key: id, email, tid: tid === null ? null : Number(tid), timeZone };
  };
