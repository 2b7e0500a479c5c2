import { AdCost, maxAdCostItems } from '@botscope/contract';
import * as z from 'zod/v4/core';

const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const { $schema: _, ...cost } = z.toJSONSchema(AdCost, { io: 'input', unrepresentable: 'any' });

/** `ad-costs` in the form of OpenAPI. */
export const adCostPath = {
  post: {
    operationId: 'adCosts',
    summary: 'What advertising cost',
    description:
      'By local day, source of launches and currency; sending one again replaces it. `amount` is in the smallest unit of the currency. Reports by source then show the cost per new user and per payer, and the return on spend.',
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { oneOf: [cost, { type: 'array', items: cost, maxItems: maxAdCostItems }] } },
      },
    },
    responses: {
      200: {
        description: 'Stored.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['ok', 'result'],
              properties: {
                ok: { const: true },
                result: { type: 'object', required: ['saved'], properties: { saved: { type: 'integer' } } },
              },
            },
          },
        },
      },
      400: {
        description: 'A field is invalid; the description names the item and the field. Nothing is stored.',
        ...error,
      },
      401: { description: 'The API key is missing or wrong.', ...error },
      503: { description: 'Nothing can be stored at the moment; `Retry-After` says when to come again.', ...error },
    },
  },
};
