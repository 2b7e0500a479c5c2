import { hitPath, publicApiAnswers, publicApiCalls, publicApiReads, publicApiSchemas } from '@botscope/contract';
import * as z from 'zod/v4/core';
import { adCostPath } from './ad-cost-path.ts';
import { campaignPaths, campaignSchemas } from './campaign-paths.ts';
import { hitPathItem } from './hit-path.ts';
import { siteVisitorLinkPath } from './site-visitor-link-path.ts';
import { webhookPaths } from './webhook-paths.ts';

const schemaUri = (id: string): string => `#/components/schemas/${id}`;

/** Errors by status: the same for all calls. */
const errorDescriptions: Readonly<Record<string, string>> = {
  400: 'The body is no JSON, or holds nothing that could be taken.',
  401: 'The API key is missing or wrong.',
  408: 'A large body did not arrive within two minutes.',
  413:
    'More than 10,000 items, or more bytes than the server takes (20 MB unless the operator says otherwise), or a body that inflates more than a hundredfold and beyond 4 MiB. ' +
    'Nothing was taken; send it in parts.',
  415: 'The body is packed in a way that the server does not know (gzip, deflate and br it knows).',
  429: 'Too much of this bot is being taken in at the moment, or too many requests; `Retry-After` says when to come again.',
  503: 'Nothing can be stored or taken in at the moment; `Retry-After` says when to come again.',
};

/** The public bot API in OpenAPI 3.1, made from the contract's schemas. */
export function openApiDocument(): Readonly<Record<string, unknown>> {
  const { schemas } = z.toJSONSchema(publicApiSchemas, { uri: schemaUri, io: 'input' });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Botscope bot API',
      version: '1.0.0',
      description:
        'Bots send copies of their updates and of their own calls, conversions and values of custom fields, and read their users; they also create and start campaigns. Pages of Mini Apps report to `/hit`. Every path below `/v1/`, outside `/v1/ad-costs`, `/v1/campaigns`, `/v1/lists`, `/v1/webhooks` and `/v1/site-visitor-link`, also works under `/api/` instead of `/v1/`. The body is read as JSON ' +
        'whatever its Content-Type says. Sending something again is harmless; only calls and conversions without a date then count again. A bad update or call in a list fails nobody: it appears in the bot’s error log. ' +
        'So does an item of more than 1 MiB, 5,000 values or 500 levels: no update and no call is so large.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    paths: {
      ...Object.fromEntries([
        ...publicApiCalls.map((call) => [`/v1/${call.name}`, { post: operation(call) }]),
        ...publicApiReads.map((read) => [`/v1/${read.name}`, { get: readOperation(read) }]),
      ]),
      '/v1/takeover': takeoverPath,
      '/v1/subscription': subscriptionPath,
      '/v1/site-visitor-link': siteVisitorLinkPath,
      ...webhookPaths,
      '/v1/ad-costs': adCostPath,
      ...campaignPaths(),
      [hitPath]: hitPathItem,
    },
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'Api-Key', description: 'The key of one bot, from its page.' },
      },
      schemas: {
        ...Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIds(schema)])),
        ...campaignSchemas(),
      },
    },
  };
}

function operation(call: (typeof publicApiCalls)[number]) {
  const { summary, body } = call;
  const bodies = body.map(resolveSchema);
  const callErrors = (status: string) => (status === '400' && 'badRequest' in call ? [call.badRequest] : []);
  return {
    operationId: operationId(call.name),
    summary,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: combineSchemas(bodies) } },
    },
    responses: {
      200: { description: 'Taken.', ...json(publicApiAnswers.ok) },
      ...Object.fromEntries(
        Object.entries(errorDescriptions).map(([status, description]) => [
          status,
          { description, ...json(publicApiAnswers.error, ...callErrors(status)) },
        ]),
      ),
    },
  };
}

const takeoverResponses = {
  200: {
    description: 'Who answers the chat now.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { ok: { const: true }, result: { $ref: schemaUri('TakeoverState') } },
          required: ['ok', 'result'],
        },
      },
    },
  },
  ...Object.fromEntries(
    Object.entries({
      400: 'A field is missing or invalid; the description names it.',
      401: 'The API key is missing or wrong.',
      409: 'A person has taken over this chat.',
    }).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: schemaUri('Error') } } } },
    ]),
  ),
};

/** A private chat that users answer instead of the bot. */
const takeoverPath = {
  get: {
    operationId: 'getTakeover',
    summary: 'Who answers the chat with a user',
    parameters: [{ name: 'user_id', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } }],
    responses: takeoverResponses,
  },
  post: {
    operationId: 'takeover',
    summary: 'Hands the chat with a user over to people, or takes it back',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: schemaUri('TakeoverRequest') } } },
    },
    responses: takeoverResponses,
  },
};

const subscriptionResponses = {
  200: {
    description: 'Whether the user gets mailings now.',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { ok: { const: true }, result: { $ref: schemaUri('SubscriptionState') } },
          required: ['ok', 'result'],
        },
      },
    },
  },
  ...Object.fromEntries(
    Object.entries({
      400: 'A field is missing or invalid, or the bot has no such user; the description names it.',
      401: 'The API key is missing or wrong.',
    }).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: schemaUri('Error') } } } },
    ]),
  ),
};

/** Whether a user gets mailings. */
const subscriptionPath = {
  get: {
    operationId: 'getSubscription',
    summary: 'Whether a user gets the mailings of the bot',
    parameters: [{ name: 'user_id', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } }],
    responses: subscriptionResponses,
  },
  post: {
    operationId: 'setSubscription',
    summary: 'Reports that a user wants no mailings any more, or wants them again',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: schemaUri('SubscriptionRequest') } } },
    },
    responses: subscriptionResponses,
  },
};
const operationId = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Errors of a call without a large body. */
const readErrors = ['400', '401', '429', '503'];

function readOperation({ name, summary, parameters, answer }: (typeof publicApiReads)[number]) {
  return {
    operationId: operationId(name),
    summary,
    parameters: parameters.map((parameter) => ({ ...parameter, in: 'query', schema: { type: 'integer', minimum: 0 } })),
    responses: {
      200: { description: 'A page.', ...json(answer) },
      ...Object.fromEntries(
        readErrors.map((status) => [
          status,
          {
            description: status === '400' ? 'A number is out of range.' : errorDescriptions[status],
            ...json(publicApiAnswers.error),
          },
        ]),
      ),
    },
  };
}

const json = (...schemas: z.$ZodType[]) => ({
  content: { 'application/json': { schema: combineSchemas(schemas.map(resolveSchema)) } },
});

const combineSchemas = (schemas: readonly object[]) => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

/** A registered schema by its name, a list by that of its items. */
function resolveSchema(schema: z.$ZodType): object {
  const id = publicApiSchemas.get(schema)?.id;
  if (id !== undefined) return { $ref: schemaUri(id) };
  if (schema instanceof z.$ZodArray) return { type: 'array', items: resolveSchema(schema._zod.def.element) };
  throw new Error('A body of the public API must be a named schema or a list of one');
}

/** Within the document a schema is named by its place. */
function withoutIds(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !['$schema', '$id', 'id'].includes(key)));
}
