import { campaignParams, dropReasons, hitLimits, proofFields, userIsKnown } from '@botscope/contract';

const digits = (count: number, description: string) => ({
  type: 'string',
  pattern: `^[0-9a-f]{${count}}$`,
  description,
});
const text = (maxLength: number, description: string) => ({ type: 'string', maxLength, description });
const milliseconds = (description: string) => ({
  type: 'number',
  description: `${description}, Unix ms by the device`,
});

const event = {
  type: 'object',
  required: ['id', 'n', 't'],
  properties: {
    id: digits(16, 'Random, the same in every copy of the event.'),
    n: text(
      hitLimits.name,
      'Name; `app_launch` for a page of a Mini App that was loaded, `page` for one of a website.',
    ),
    t: milliseconds('When it happened'),
    u: text(hitLimits.path, 'Path of the page, without query and hash.'),
    c: text(hitLimits.category, 'Category.'),
    val: { type: 'number', description: 'An amount in whole units. Never income.' },
    cur: { type: 'string', pattern: '^[A-Za-z]{3}$', description: 'Currency or unit of `val`.' },
    d: {
      type: 'object',
      maxProperties: hitLimits.props,
      additionalProperties: { type: ['string', 'number', 'boolean'] },
      description: `Properties: names up to ${hitLimits.propKey} characters, texts up to ${hitLimits.propValue}.`,
    },
  },
} as const;

const body = {
  type: 'object',
  required: ['k', 'l', 'e'],
  properties: {
    k: digits(32, 'Key of the Mini App or website, from its page.'),
    v: { type: ['string', 'number'], description: 'Version of the script.' },
    sent: milliseconds('When the request leaves'),
    i: text(hitLimits.initData, 'Raw initData, until a request of this launch was answered with 202.'),
    l: digits(32, 'Random name of the launch, the same as long as the page has the same initData; of a page visit.'),
    s: text(hitLimits.word, 'Ticket of a visit to a website.'),
    p: text(hitLimits.word, 'Platform, in Telegram’s words.'),
    w: text(hitLimits.word, 'Version of the Mini App interface.'),
    h: text(hitLimits.hostname, 'Of websites, which need it: hostname of the page.'),
    r: text(hitLimits.referrer, 'Of websites: host and path of the page before.'),
    q: {
      type: 'object',
      properties: Object.fromEntries(campaignParams.map((name) => [name, { type: 'string' }])),
      description: 'Of websites: campaign parameters of the address that the page was loaded with.',
    },
    vw: { type: 'number', description: 'Of websites: width of the window, CSS pixels.' },
    u: text(
      hitLimits.proof,
      `Of websites: what proves whose visit it is, from the address (${proofFields.join(', ')}); \`${userIsKnown}\` on later pages.`,
    ),
    ok: { type: 'boolean', description: 'Of websites that ask for consent: the visitor has given it.' },
    e: { type: 'array', minItems: 1, maxItems: hitLimits.events, items: event },
  },
} as const;

const answers: Readonly<Record<string, string>> = {
  202: `What is valid is stored. \`x-botscope-dropped\` says why the rest is not: ${dropReasons.filter((reason) => reason !== 'rate').join(', ')}.`,
  400: 'Not JSON, or without key, launch or events.',
  413: `More than ${hitLimits.bodyBytes} bytes.`,
  429: 'Too many; send it again after `Retry-After` seconds.',
  503: 'Nothing can be stored at the moment; send it again after `Retry-After` seconds.',
};

/**
 * Path for the hits of Mini Apps and websites, in the form of OpenAPI. Their key is in the body; they have no other.
 */
export const hitPathItem = {
  post: {
    operationId: 'hit',
    summary: 'Reports what happens in a Mini App or on a website',
    description: 'Called by pages on any site, without cookies. The JSON may be called `text/plain`.',
    security: [],
    requestBody: { required: true, content: { 'text/plain': { schema: body } } },
    responses: Object.fromEntries(Object.entries(answers).map(([status, description]) => [status, { description }])),
  },
};
