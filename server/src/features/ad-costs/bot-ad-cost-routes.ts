import { AdCost, maxAdCostItems } from '@botscope/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4/core';
import { registerBotScope, sendJson } from '../../ingest/push/bot-scope.ts';
import { PushError } from '../../ingest/push/push-error.ts';
import type { AdCosts } from './ad-costs.ts';

const largestBody = 1_048_576;

/** The public bot API's side: a script that reads an advertising account reports what was spent. */
export function registerBotAdCosts(
  app: FastifyInstance,
  deps: {
    adCosts: Pick<AdCosts, 'save'>;
    authenticate(apiKey: string | undefined): Promise<{ key: string } | null>;
  },
): void {
  const { authenticate } = deps;
  const api = { largestBody, failure: 'costs of advertising were not stored', authenticate };
  registerBotScope(app, api, (scope, botOf) => {
    scope.post('/v1/ad-costs', { config: { access: 'bot' }, bodyLimit: largestBody }, async (request, reply) => {
      const bot = await botOf(request);
      return sendJson(reply, { ok: true, result: { saved: await deps.adCosts.save(bot, readCosts(request.body)) } });
    });
  });
}

/** One cost or a list. */
function readCosts(body: unknown): AdCost[] {
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch {
    throw new PushError(400, 'Bad Request: the body is no JSON');
  }
  const items = Array.isArray(json) ? json : [json];
  if (items.length === 0 || items.length > maxAdCostItems)
    throw new PushError(400, `Bad Request: between 1 and ${maxAdCostItems} items can be sent at once`);
  return items.map((item, index) => {
    const result = z.safeParse(AdCost, item);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
    throw new PushError(400, `Bad Request: ${[index, field].filter((part) => part !== '').join('.')} is invalid`);
  });
}
