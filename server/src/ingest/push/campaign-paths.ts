import { PublicCampaignError, publicCampaignCalls } from '@botscope/contract';
import * as z from 'zod/v4/core';

const errorDescriptions: Readonly<Record<string, string>> = {
  400: 'Something is wrong with the request; `error` names the fields.',
  401: 'The API key is missing or wrong.',
  403: 'The owner of the bot may not do this.',
  404: 'There is no such campaign, list or user.',
  409: 'It cannot be done now, or the `Idempotency-Key` was used for another request.',
  429: 'Too many requests, or Telegram limits the bot; `Retry-After` says when to come again.',
  503: 'The stores cannot be reached; `Retry-After` says when to come again.',
};

type Call = (typeof publicCampaignCalls)[keyof typeof publicCampaignCalls] & {
  isOnce?: true;
  query?: z.$ZodObject;
  body?: z.$ZodObject;
};

/** The campaign API in the form of OpenAPI. */
export function campaignPaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(publicCampaignCalls) as [string, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return paths;
}

function operation(name: string, { path, summary, keys, isOnce, query, body, result }: Call): object {
  const needs = keys.map((key) => `\`${key}\``).join(', ');
  const starts = name === 'runCampaign' ? ' Of the last two, the one that applies.' : '';
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => ({
      name: field,
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    })),
    ...Object.entries(query?._zod.def.shape ?? {}).map(([field, schema]) => ({
      name: field,
      in: 'query',
      required: false,
      schema: inline(schema, 'input'),
    })),
    ...(isOnce
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'The same key and body get the same answer for 24 hours, and nothing happens twice.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
  return {
    operationId: name,
    summary,
    description: `Permissions of the bot’s owner: ${needs}.${starts}`,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: false, content: json(inline(body, 'input')) } }),
    responses: {
      200: {
        description: 'Done.',
        content: json({
          type: 'object',
          properties: { ok: { const: true }, result: inline(result, 'output') },
          required: ['ok', 'result'],
        }),
      },
      ...Object.fromEntries(
        Object.entries(errorDescriptions).map(([status, description]) => [
          status,
          { description, content: json({ $ref: '#/components/schemas/CampaignError' }) },
        ]),
      ),
    },
  };
}

/** Schemas that only these paths have. */
export const campaignSchemas = (): Record<string, object> => ({ CampaignError: inline(PublicCampaignError, 'output') });

const json = (schema: object) => ({ 'application/json': { schema } });

/** Rules of segments contain themselves: they are an object here, and the guide says what is in it. */
function inline(schema: z.$ZodType, io: 'input' | 'output'): object {
  const inlinedSchema = z.toJSONSchema(schema, {
    io,
    cycles: 'throw',
    override({ path, jsonSchema }) {
      if (path.at(-1) !== 'rules') return;
      for (const field of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[field];
      Object.assign(jsonSchema, { type: 'object', description: 'Rules as in the dashboard’s addresses.' });
    },
  });
  const { $schema: _, ...rest } = inlinedSchema as Record<string, unknown>;
  return rest;
}
