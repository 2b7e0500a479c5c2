const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

/** `site-visitor-link` in the form of OpenAPI. */
export const siteVisitorLinkPath = {
  post: {
    operationId: 'siteVisitorLink',
    summary: 'An address by which a website recognises a user of the bot',
    description:
      'For a link that the bot or the owner’s server gives to one user. The code in it proves for ten minutes, and to one visit, who opens the page.',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['user_id', 'url'],
            properties: {
              user_id: { type: 'integer', minimum: 1, description: 'Telegram’s ID of the user.' },
              url: {
                type: 'string',
                maxLength: 2_000,
                description: 'A page of a website of the bot that recognises users.',
              },
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The address with the code.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['ok', 'result'],
              properties: {
                ok: { const: true },
                result: {
                  type: 'object',
                  required: ['url', 'expires_in'],
                  properties: {
                    url: { type: 'string', description: 'The address with a code of one use.' },
                    expires_in: { type: 'integer', description: 'Seconds.' },
                  },
                },
              },
            },
          },
        },
      },
      400: { description: 'A field is missing or invalid; the description names it.', ...error },
      401: { description: 'The API key is missing or wrong.', ...error },
      503: { description: 'Nothing can be read at the moment; `Retry-After` says when to come again.', ...error },
    },
  },
};
