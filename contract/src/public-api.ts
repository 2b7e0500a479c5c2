import * as z from 'zod/mini';

/**
 * The public bot API, as its documentation describes it (`GET /v1/openapi.json`). The server reads more leniently than this
 * (docs/guide, "Sending copies by API"): what real clients send is not refused for its form.
 */
export const publicApiSchemas = z.registry<{ id: string; description: string; examples?: unknown[] }>();

const Moment = z.union([z.string(), z.number()]).register(publicApiSchemas, {
  id: 'Moment',
  description:
    'RFC 3339 with a zone, with milliseconds where possible (they keep the order within one second), or Unix time in seconds or milliseconds. ' +
    'Where it is absent the receipt counts, and of updates and calls also where it is unreadable.',
  examples: ['2026-03-02T10:15:30.123+03:00'],
});

const Update = z.looseObject({ update_id: z.int() }).register(publicApiSchemas, {
  id: 'Update',
  description: 'A Telegram Update, exactly as the bot received it.',
  examples: [
    {
      update_id: 715_000_001,
      message: {
        message_id: 5,
        date: 1_772_435_730,
        chat: { id: 123_456, type: 'private', first_name: 'Ann' },
        from: { id: 123_456, is_bot: false, first_name: 'Ann', language_code: 'en' },
        text: '/start ads',
        entities: [{ type: 'bot_command', offset: 0, length: 6 }],
      },
    },
  ],
});

const UpdateItem = z.object({ date: z.optional(Moment), update: Update }).register(publicApiSchemas, {
  id: 'UpdateItem',
  description: 'An update, and the moment at which the bot received it.',
});

const Updates = z.object({ ok: z.literal(true), result: z.array(Update) }).register(publicApiSchemas, {
  id: 'Updates',
  description: 'The whole answer of getUpdates.',
});

const CallFile = z
  .object({
    field: z.optional(z.string()),
    name: z.optional(z.string()),
    type: z.optional(z.string()),
    size: z.optional(z.number()),
  })
  .register(publicApiSchemas, { id: 'CallFile', description: 'An uploaded file, without its bytes.' });

const Call = z
  .object({
    method: z.string().check(z.minLength(1), z.maxLength(64)),
    params: z.optional(z.record(z.string(), z.unknown())),
    files: z.optional(z.array(CallFile)),
    response: z.optional(z.unknown()),
    date: z.optional(Moment),
  })
  .register(publicApiSchemas, {
    id: 'Call',
    description:
      'A Bot API call of the bot: the method, its parameters, what Telegram answered and when it was made. `response` is the whole answer ' +
      '(`{"ok":true,"result":…}` or `{"ok":false,"error_code":403,"description":"…"}`) or its `result` alone; left out, the call counts as fine. ' +
      'Where no answer came in time: `{"ok":false,"error_code":0,"description":"timeout"}`. ' +
      'Methods whose names begin with `get` only ask and are not recorded. ' +
      'Without `date` a call sent again counts again, unless the answer holds a message with its own date.',
    examples: [
      {
        method: 'sendMessage',
        params: { chat_id: 123_456, text: 'Hello, Ann!' },
        response: {
          ok: true,
          result: {
            message_id: 6,
            date: 1_772_435_731,
            chat: { id: 123_456, type: 'private', first_name: 'Ann' },
            text: 'Hello, Ann!',
          },
        },
        date: '2026-03-02T10:15:31.040+03:00',
      },
    ],
  });

const IntegerLike = z.union([z.int(), z.string().check(z.regex(/^[0-9]+$/))]);

const Conversion = z
  .object({
    target_id: IntegerLike,
    user_id: IntegerLike,
    date: z.optional(z.nullable(Moment)),
    value: z.optional(z.nullable(z.number())),
    unit: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z]{3}$/)))),
  })
  .register(publicApiSchemas, {
    id: 'Conversion',
    description:
      'A user reached a target. The number of a target is on its page; 1 is “Sale” for every bot. `value` is the amount in `unit`, a currency code of ' +
      'three letters (`XTR` for Telegram Stars); a negative one is a refund and not a conversion. Conversions with the same date and content count once, ' +
      'however often they are sent; without a date each one is separate. A date without a time zone, before 2013 or in the future, a value that is not a number ' +
      'and an unknown currency are rejected by name, and nothing of the request is stored. A conversion of someone who is not a user of the bot counts as soon ' +
      'as they are one; until then it is in the bot’s error log.',
    examples: [
      { target_id: 1, user_id: 123_456, date: '2026-03-02T10:15:30.123+03:00', value: 12.5, unit: 'EUR' },
      { target_id: 10_001, user_id: 123_456 },
    ],
  });

const FieldValue = z
  .object({
    key: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    user_id: IntegerLike,
    value: z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  })
  .register(publicApiSchemas, {
    id: 'FieldValue',
    description:
      'What a user has in a custom field of the bot, whose key and type are on the page “Custom fields”. A date is Unix time, ISO 8601 or ' +
      '`Y-m-d H:i:s` (UTC), a list an array of texts; null removes the value. The type is checked after the answer: a value that does not match its field, ' +
      'an unknown key and a field that is disabled are in the bot’s error log, and fail nobody. The last value written wins, also within one request.',
    examples: [
      { key: 'balance', user_id: 123_456, value: 12.5 },
      { key: 'birthday', user_id: 123_456, value: '1990-04-23' },
      { key: 'tags', user_id: 123_457, value: ['vip', 'beta'] },
    ],
  });

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const integer = z.nullable(z.int());
const Launch = z.record(z.string(), z.string());

const ApiUser = z
  .object({
    user_id: z.int(),
    is_bot: flag,
    first_name: text,
    last_name: text,
    username: text,
    language_code: text,
    is_premium: integer,
    gender: integer,
    user_status: integer,
    country: text,
    geo: z.object({ countryCode: z.optional(z.string()) }),
    verified: flag,
    scam: flag,
    fake: flag,
    stargifts_count: integer,
    personal_channel_id: z.nullable(z.union([z.int(), z.string()])),
    birth_day: integer,
    birth_month: integer,
    birth_year: integer,
    bio: text,
    utm: z.object({ first: Launch, last: Launch, weight: Launch, referral_id: integer }),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  })
  .register(publicApiSchemas, {
    id: 'User',
    description:
      'A user of the bot. `user_status`: 1 = present, 0 = has blocked the bot. `gender`, guessed from the first name: 1 = male, 2 = female, null = unknown. ' +
      '`is_premium`: 1 or 0. `utm`: the parameters of the launch that counts in each attribution model, `weight` being the last significant one; empty = direct. ' +
      '`fields`: values of custom fields by key. What bots do not get from Telegram is null.',
  });
export type ApiUser = z.output<typeof ApiUser>;

const UsersPage = z
  .object({ ok: z.literal(true), data: z.object({ count: z.int(), rows: z.array(ApiUser) }) })
  .register(publicApiSchemas, {
    id: 'UsersPage',
    description: 'Users in the order of their IDs, and how many the bot has. Past the end `rows` is empty.',
  });
export type ApiUsers = z.output<typeof UsersPage>['data'];

export const publicApiAnswers = {
  ok: z.object({ ok: z.literal(true) }).register(publicApiSchemas, {
    id: 'Ok',
    description: 'Everything is on disk.',
  }),
  error: z
    .object({ ok: z.literal(false), error_code: z.int(), description: z.string() })
    .register(publicApiSchemas, { id: 'Error', description: 'Nothing was taken; `error_code` is the HTTP status.' }),
  fields: z
    .object({
      ok: z.literal(false),
      error_code: z.int(),
      description: z.string(),
      error: z.record(z.string(), z.array(z.string())),
    })
    .register(publicApiSchemas, {
      id: 'FieldErrors',
      description: 'Nothing was taken; by field, what is wrong with it.',
      examples: [
        {
          ok: false,
          error_code: 400,
          description: 'Bad Request: There is no target 10002',
          error: { target_id: ['There is no target 10002'] },
        },
      ],
    }),
};

/** The calls, each with what its body may be. Each also works under `/api/` instead of `/v1/`. */
export const publicApiCalls = [
  {
    name: 'send-update',
    summary: 'One update as the bot received it',
    body: [Update, Updates, UpdateItem],
  },
  {
    name: 'send-batch-update',
    summary: 'Up to 10,000 updates with the moments at which the bot received them',
    body: [z.array(UpdateItem)],
  },
  { name: 'send-call', summary: 'One call of the bot, with Telegram’s answer', body: [Call] },
  {
    name: 'send-batch-call',
    summary: 'Up to 10,000 calls of the bot',
    body: [z.array(Call)],
  },
  {
    name: 'send-user-field',
    summary: 'Up to 10,000 values of custom fields',
    body: [z.array(FieldValue)],
  },
  {
    name: 'send-target',
    summary: 'One conversion, or 1 to 100 of them',
    body: [Conversion, z.array(Conversion)],
    /** Another possible body of a 400, besides an error. */
    badRequest: publicApiAnswers.fields,
  },
] as const;

/** The calls that read, by GET or POST. Each also works under `/api/`. */
export const publicApiReads = [
  {
    name: 'get-users',
    summary: 'Users of the bot, page by page',
    parameters: [
      { name: 'limit', description: 'Users of a page, 1 to 1,000; 100 unless given.' },
      { name: 'offset', description: 'The number of the page, from 0.' },
    ],
    answer: UsersPage,
  },
] as const;
