const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const errors = {
  401: { description: 'The API key is missing or wrong.', ...error },
  403: { description: 'Nobody owns the bot.', ...error },
};
const result = (schema: object) => ({
  content: {
    'application/json': {
      schema: { type: 'object', required: ['ok', 'result'], properties: { ok: { const: true }, result: schema } },
    },
  },
});

/** Webhooks that tools subscribe to by themselves, in the form of OpenAPI. */
export const webhookPaths = {
  '/v1/webhooks': {
    post: {
      operationId: 'subscribeWebhook',
      summary: 'Sends events to an address from now on',
      description:
        'Requests are signed by Standard Webhooks 1.0 with the secret of the answer, which is shown this once. An answer of 410 stops them.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['url', 'types'],
              properties: {
                url: { type: 'string', maxLength: 2_000 },
                types: {
                  type: 'array',
                  minItems: 1,
                  items: { type: 'string' },
                  description: 'Such as `user.started`.',
                },
              },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'It is subscribed.',
          ...result({
            type: 'object',
            required: ['id', 'secret', 'types'],
            properties: {
              id: { type: 'string' },
              secret: { type: 'string' },
              types: { type: 'array', items: { type: 'string' } },
            },
          }),
        },
        400: { description: 'A field is missing or invalid; the description names it.', ...error },
        ...errors,
      },
    },
  },
  '/v1/webhooks/{id}': {
    delete: {
      operationId: 'unsubscribeWebhook',
      summary: 'Ends a webhook that was subscribed by API',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'It is gone.', ...result({ const: true }) },
        404: { description: 'There is none with this ID.', ...error },
        ...errors,
      },
    },
  },
  '/v1/webhooks/samples/{type}': {
    get: {
      operationId: 'sampleWebhook',
      summary: 'Bodies as a webhook would get them, made up',
      parameters: [{ name: 'type', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'A list with one body.', ...result({ type: 'array', items: { type: 'object' } }) },
        404: { description: 'There is no such type.', ...error },
        ...errors,
      },
    },
  },
};
