import {
  CampaignAudience,
  CampaignMessage,
  CampaignVariants,
  type FieldValue,
  listVariables,
  listVersions,
  messageProblems,
  type Permissions,
  renderTemplate,
  type TemplateVariable,
  type ValueWarnings,
  versionFor,
} from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toEvent } from '../../../analytics/reports/test-bot.ts';
import { testQuery } from '../../../analytics/reports/test-query.ts';
import { fieldChangeEvent } from '../../../events/normalize/field-change-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { assignVariant } from '../../campaign-engine/variants/assign-variant.ts';
import { createAudiences } from '../audience.ts';
import type { ExcludedOf } from '../audience-exclusions.ts';
import { createValueLoader } from '../recipient-values.ts';
import type { StoredCampaign } from '../stored-campaign.ts';
import { createValueWarnings } from './value-warnings.ts';

interface TestUser {
  id: number;
  first_name: string;
  last_name?: string;
  language_code?: string;
  fields?: Record<string, FieldValue>;
}

const definitions = {
  note: { type: 'text', settings: {} },
  age: { type: 'number', settings: {} },
  vip: { type: 'boolean', settings: {} },
  born: { type: 'date', settings: {} },
  seen: { type: 'date', settings: { with_time: true } },
  tags: { type: 'list', settings: {} },
} as const;
const segmentTypes = {
  ...Object.fromEntries(Object.entries(definitions).map(([key, { type }]) => [key, type])),
  born: 'day',
};
const now = Date.parse('2024-02-01T12:00:00Z');
const changedAt = Date.parse('2024-01-02T00:00:00Z');
const all = new Set(['section.users.list', 'custom_fields.view']);

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

async function world(users: readonly TestUser[], excluded: readonly number[] = []) {
  const bot = store.freshBot();
  let updates = 0;
  await store.write(
    users.flatMap(({ id, fields = {}, ...user }) => {
      updates += 1;
      const date = '2024-01-01T10:00:00Z';
      const from = { id, is_bot: false, ...user };
      const chat = { id, type: 'private' };
      const message = { message_id: updates, date: Date.parse(date) / 1_000, from, chat, text: '/start' };
      const changes = Object.entries(fields).map(([key, value]) => {
        const { type } = definitions[key as keyof typeof definitions];
        return fieldChangeEvent({ bot, userId: id, key, type, value, version: 1, by: { kind: 'api' }, at: changedAt });
      });
      return [toEvent(bot, date, { update_id: updates, message }), ...changes];
    }),
  );
  const loadExclusions: ExcludedOf = async (_bot, _audience, ids) =>
    new Map(ids.filter((id) => excluded.includes(id)).map((id) => [id, 'excluded' as const]));
  const settings = testQuery(
    { type: 'visitors', period: '7d', bot, fields: new Map(Object.entries(segmentTypes)) as never },
    now,
  );
  const audiences = createAudiences({
    store,
    excludedOf: loadExclusions,
    settingsOf: async () => settings,
    now: () => now,
  });
  const load = createValueWarnings({ store, audiences, excludedOf: loadExclusions, footerOf: () => null });
  const loadValues = createValueLoader({
    store,
    customFields: {
      definitionsOf: async () =>
        new Map(Object.entries(definitions).map(([key, field]) => [key, { key, name: key, ...field } as never])),
      valuesOf: async () => new Map(users.map(({ id, fields = {} }) => [id, fields])),
    },
  });
  return {
    bot,
    valuesOf: (variables: readonly TemplateVariable[]) =>
      loadValues(
        bot,
        users.map(({ id }) => id),
        variables,
      ),
    warnings(
      message: z.input<typeof CampaignMessage>,
      options: {
        variants?: z.input<typeof CampaignVariants>;
        audience?: z.input<typeof CampaignAudience>;
        keys?: ReadonlySet<string>;
      } = {},
    ): Promise<ValueWarnings> {
      const campaign = {
        id: 101,
        bot,
        automation: null,
        message: z.parse(CampaignMessage, message),
        variants: z.parse(CampaignVariants, options.variants ?? {}),
        audience: z.parse(CampaignAudience, options.audience ?? { kind: 'all' }),
      } as StoredCampaign;
      const permissions = { keys: options.keys ?? all } as unknown as Permissions;
      return load({ bot, accountKey: null, timeZone: 'UTC', permissions }, campaign);
    },
  };
}

/*
 * | user | first name | last name | language | note  |
 * |    1 | Ann        |           | en       | hello |
 * |    2 | Ben        | Brown     | ru       |       |
 * |    3 | (none)     |           | pt-BR    |       |
 * |    4 | Dan        |           | en       | hi    |
 */
const four: TestUser[] = [
  { id: 1, first_name: 'Ann', language_code: 'en', fields: { note: 'hello' } },
  { id: 2, first_name: 'Ben', last_name: 'Brown', language_code: 'ru' },
  { id: 3, first_name: '', language_code: 'pt-BR' },
  { id: 4, first_name: 'Dan', language_code: 'en', fields: { note: 'hi' } },
];
const summary = ({ empty, too_long }: ValueWarnings): string[] => [
  ...empty.map(({ variable, users, is_exact, version }) =>
    [variable, is_exact ? '' : 'at most', users, version?.variant, version?.language].filter(Boolean).join(' '),
  ),
  ...too_long.map(({ code, field, users, variables, version }) =>
    [code, field, users, ...variables, version?.variant, version?.language].filter(Boolean).join(' '),
  ),
];

describe('values that are missing', () => {
  it('are counted where the variable has no fallback, for everyone in the audience', async () => {
    const { warnings } = await world(four);
    const text = 'Hi {first_name} {last_name|friend} {field.note} {username|you} {language}';
    const report = await warnings({ text });
    expect(summary(report)).toEqual(['first_name 1', 'field.note 2']);
    expect(report.empty.map(({ named }) => named)).toEqual([
      [{ user_id: 3, name: '' }],
      [
        { user_id: 2, name: 'Ben Brown' },
        { user_id: 3, name: '' },
      ],
    ]);
    expect(report.empty[0]?.rules?.rules[0]).toEqual({
      kind: 'property',
      property: 'first_name',
      not: false,
      values: ['no'],
    });
    expect(report.empty[1]?.rules?.rules[0]).toEqual({ kind: 'field', key: 'note', is: 'is_not_set', values: [] });
  });

  it('are also those of buttons and addresses', async () => {
    const { warnings } = await world(four);
    const buttons = [[{ text: 'Go', url: 'https://shop.example.com/?q={field.note}' }]];
    expect(summary(await warnings({ text: 'Hi', buttons }))).toEqual(['field.note 2']);
  });

  it('count neither users who are excluded, nor those of another audience', async () => {
    const { warnings } = await world(four, [3]);
    expect(summary(await warnings({ text: '{last_name} {first_name}' }))).toEqual(['last_name 2']);
    const audience = { kind: 'ids' as const, user_ids: [2, 4, 4, 99] };
    const report = await warnings({ text: '{last_name}' }, { audience });
    expect(summary(report)).toEqual(['last_name 1']);
    expect(report.empty[0]?.rules).toBeNull();
    const rules = {
      match: 'any' as const,
      rules: [{ kind: 'property', property: 'language', not: false, values: ['en'] }],
    };
    const ofRules = await warnings({ text: '{last_name}' }, { audience: { kind: 'rules', rules: rules as never } });
    expect(summary(ofRules)).toEqual(['last_name 2']);
    expect(ofRules.empty[0]?.rules).toMatchObject({ match: 'all', rules: [{}, {}, {}, { match: 'any' }] });
  });

  it('are counted of each language, and of each variant alone for those who get it', async () => {
    const { warnings } = await world(four);
    const message = { text: '{last_name}' };
    const languages = [
      { code: 'ru', message: { text: '{field.note}' } },
      { code: 'pt', message },
    ];
    expect(summary(await warnings(message, { variants: { languages } }))).toEqual([
      'last_name 2 A',
      'field.note 1 A ru',
      'last_name 1 A pt',
    ]);
    const variants = z.parse(CampaignVariants, { others: [{ share: 50, message: { text: '{field.note}' } }] });
    const groups = four.map(({ id }) => assignVariant(variants, 101, id).variant);
    const expected = (index: number, isEmpty: (user: TestUser) => boolean): number =>
      four.filter((user, position) => groups[position] === index && isEmpty(user)).length;
    const report = await warnings(message, { variants });
    expect(summary(report)).toEqual(
      [
        `last_name ${expected(0, (one) => !one.last_name)} A`,
        `field.note ${expected(1, (one) => !one.fields)} B`,
      ].filter((one) => !/ 0 /.test(one)),
    );
  });

  it('show fields and names only to those who may see them', async () => {
    const { warnings } = await world(four);
    const text = '{first_name} {field.note}';
    const report = await warnings({ text }, { keys: new Set(['custom_fields.view']) });
    expect(report.empty.map(({ named, rules }) => [named, rules])).toEqual([
      [[], null],
      [[], null],
    ]);
    expect(summary(await warnings({ text }, { keys: new Set(['section.users.list']) }))).toEqual(['first_name 1']);
  });

  it('are none without variables', async () => {
    const { warnings } = await world(four);
    expect(await warnings({ text: 'Hi' })).toEqual({ empty: [], too_long: [] });
  });
});

describe('messages that values make too long', () => {
  it('are counted with their variables', async () => {
    const { warnings } = await world(four);
    const text = `${'x'.repeat(4_092)}{field.note|hi}`;
    expect(summary(await warnings({ text }))).toEqual(['MessageTooLong message.text 1 field.note']);
    const media = { kind: 'photo' as const, file: '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab' };
    const caption = await warnings({ text: `${'x'.repeat(1_020)}{field.note|hi}`, media });
    expect(summary(caption)).toEqual(['MessageTooLong message.text 1 field.note']);
    const buttons = [[{ text: 'Go', callback_data: `${'x'.repeat(48)}{field.note|hi}` }]];
    const { warnings: ofLong } = await world([{ id: 5, first_name: 'Eve', fields: { note: 'x'.repeat(17) } }, ...four]);
    expect(summary(await ofLong({ text: 'Hi', buttons }))).toEqual(['InvalidButton message.buttons.0.0 1 field.note']);
  });

  /** Every case is decided a second time by rendering the message for each user. */
  it('are those that Telegram’s rules refuse, of any values and messages', async () => {
    const word = fc.oneof(
      fc.string({
        maxLength: 12,
        unit: fc.constantFrom('a', 'я', '€', '👍', '"', '\\', '/', ' ', '\n', "'", '(', '%', '{'),
      }),
      fc.constantFrom('', 'Ann', 'x'.repeat(40)),
    );
    const user = fc.record({
      first_name: word,
      last_name: word,
      language_code: fc.constantFrom('en', 'ru', 'pt-BR', 'zh-hans'),
      fields: fc.record(
        {
          note: word.filter((text) => text !== ''),
          age: fc.oneof(fc.integer({ min: -1_000, max: 1_000_000 }), fc.constantFrom(0.5, 3.25)),
          vip: fc.boolean(),
          born: fc.constant('2001-02-03T00:00:00.000Z'),
          seen: fc.constant('2001-02-03T04:05:06.000Z'),
          tags: fc.array(fc.constantFrom('a', 'бб', '"c"'), { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
    });
    const variable = fc.constantFrom(
      ...['first_name', 'last_name', 'user_id', 'language', 'field.note', 'field.age', 'field.vip'],
      ...['field.born', 'field.seen', 'field.tags', 'field.nothing'],
    );
    const slot = fc
      .tuple(variable, fc.constantFrom('', '', '|you', '|я/"'))
      .map(([name, fallback]) => `{${name}${fallback}}`);
    const slots = fc.array(slot, { minLength: 1, maxLength: 3 }).map((list) => list.join('·'));
    const button = fc.oneof(
      fc.record({
        text: slots,
        callback_data: fc
          .tuple(fc.integer({ min: 10, max: 50 }), slots)
          .map(([n, s]) => `${'x'.repeat(n)}${s}`.slice(0, 64)),
      }),
      fc.record({
        text: fc.constant('Copy'),
        copy_text: fc.tuple(fc.integer({ min: 200, max: 250 }), slots).map(([n, s]) => 'x'.repeat(n) + s),
      }),
      fc.record({ text: slots, url: slots.map((s) => `https://shop.example.com/?q=${s}`) }),
    );
    const message = fc.record({
      text: fc.tuple(fc.integer({ min: 4_060, max: 4_095 }), slots).map(([n, s]) => 'x'.repeat(n) + s),
      // Some keyboards are just below the limit of their JSON.
      buttons: fc
        .tuple(fc.array(button, { maxLength: 3 }), fc.constantFrom(0, 0, 35, 36))
        .map(([some, buttonCount]) => [
          ...some.map((one) => [one]),
          ...Array.from({ length: buttonCount }, () => [{ text: 'x'.repeat(240), url: 'https://shop.example.com/a' }]),
        ]),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(user, { minLength: 1, maxLength: 12 }),
        message,
        fc.option(message),
        async (drawn, messageInput, ofRussian) => {
          const users = drawn.map((one, index): TestUser => ({ id: index + 1, ...one, fields: one.fields as never }));
          const { warnings, valuesOf } = await world(users);
          const campaign = {
            message: z.parse(CampaignMessage, messageInput),
            variants: z.parse(CampaignVariants, {
              languages: ofRussian === null ? [] : [{ code: 'ru', message: ofRussian }],
            }),
          };
          const variables = listVersions(campaign).flatMap((one) => listVariables(one.message));
          const values = await valuesOf([...variables, 'language']);
          const expectedCounts = new Map<string, number>();
          for (const { id } of users) {
            const userValues = values.get(id) ?? (() => '');
            const version = versionFor(campaign, 'A', userValues('language'));
            if (version === undefined) throw new Error('a campaign has a message');
            const problems = new Set(
              messageProblems(renderTemplate(version.message, userValues)).map(
                ({ code, path }) => `${code} message.${path.join('.')} ${version.language}`,
              ),
            );
            for (const problem of problems) expectedCounts.set(problem, (expectedCounts.get(problem) ?? 0) + 1);
          }
          // Without any value a start is forbidden.
          const constantProblems = new Set(
            listVersions(campaign).flatMap(({ language, message: one }) =>
              messageProblems(renderTemplate(one, () => '')).map(
                ({ code, path }) => `${code} message.${path.join('.')} ${language}`,
              ),
            ),
          );
          const { too_long: lengthWarnings } = await warnings(messageInput, { variants: campaign.variants });
          const reportedCounts = new Map<string, number>();
          for (const { code, field, users: count, version } of lengthWarnings)
            reportedCounts.set(`${code} ${field} ${version?.language ?? ''}`, count);
          const relevant = (one: ReadonlyMap<string, number>) =>
            [...one].filter(([key]) => !constantProblems.has(key) && !key.startsWith('EmptyMessage')).sort();
          const blank = (key: string): boolean => key.startsWith('InvalidButton');
          // A button whose text is nothing but spaces is a fault of another kind.
          const withoutBlank = (one: ReadonlyMap<string, number>) => relevant(one).filter(([key]) => !blank(key));
          expect(withoutBlank(reportedCounts)).toEqual(withoutBlank(expectedCounts));
          for (const [key, count] of relevant(reportedCounts).filter(([one]) => blank(one)))
            expect(count).toBeLessThanOrEqual(expectedCounts.get(key) ?? 0);
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
