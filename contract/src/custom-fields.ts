import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Types of custom fields. `choice` is one of given options, `list` any texts. */
export const fieldTypes = ['text', 'number', 'boolean', 'date', 'choice', 'list', 'link'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** `disabled` takes no new values; `archived` is also left out of pickers. Values are kept in both. */
export const fieldStatuses = ['enabled', 'disabled', 'archived'] as const;
export type FieldStatus = (typeof fieldStatuses)[number];

/** Letters, digits, underscores and dashes: what code can use as a name. */
const fieldKeyPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** False also for names like `constructor`: values travel as members of objects, which have those already. */
export const isFieldKey = (key: string): boolean => fieldKeyPattern.test(key) && !(key in {});

export const longestFieldText = 4_096;
export const maxFieldItems = 100;
const maxOptions = 200;

const optionValue = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** The settings of each type. All settings may be left out, but a choice needs its options. */
export const fieldSettings = {
  text: z.strictObject({ max_length: z.optional(z.number().check(z.int(), z.gte(1), z.lte(longestFieldText))) }),
  number: z.strictObject({
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    unit: z.optional(z.string().check(z.trim(), z.maxLength(16))),
  }),
  boolean: z.strictObject({}),
  date: z.strictObject({ with_time: z.optional(z.boolean()) }),
  choice: z.strictObject({
    options: z
      .array(z.strictObject({ value: optionValue, label: z.optional(z.string().check(z.trim(), z.maxLength(100))) }))
      .check(
        z.minLength(1),
        z.maxLength(maxOptions),
        z.refine((options) => new Set(options.map(({ value }) => value)).size === options.length),
      ),
  }),
  list: z.strictObject({ max_items: z.optional(z.number().check(z.int(), z.gte(1), z.lte(maxFieldItems))) }),
  link: z.strictObject({}),
} as const satisfies Record<FieldType, z.ZodMiniType>;

/** A type with the settings that belong to it. */
export type FieldKind = {
  [Type in FieldType]: { type: Type; settings: z.output<(typeof fieldSettings)[Type]> };
}[FieldType];

/** A date is an ISO 8601 moment in UTC; a field without a time of day has midnight. */
export const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FieldValue = z.output<typeof FieldValue>;

/** An object, or its JSON text. Checked by the type: InvalidJson for what is no object. */
const Settings = z.optional(z.union([z.string().check(z.maxLength(65_536)), z.record(z.string(), z.unknown())]));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const CustomField = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(fieldTypes),
  status: z.enum(fieldStatuses),
  settings: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type CustomField = z.output<typeof CustomField>;

/** `users`: bot users with a value. */
export const CountedField = z.extend(CustomField, { users: z.number() });
export type CountedField = z.output<typeof CountedField>;

/** Writer of a value. */
export const fieldWriters = ['api', 'account', 'import', 'mini_app', 'campaign'] as const;
export type FieldWriter = (typeof fieldWriters)[number];

/** A field with what one user has in it; null = nothing. */
export const UserField = z.extend(CustomField, { value: z.nullable(FieldValue) });
export type UserField = z.output<typeof UserField>;

export const FieldChange = z.object({
  /** Grows with each change. */
  id: z.number(),
  key: z.string(),
  at: z.string(),
  /** Null: the value was removed. */
  value: z.nullable(FieldValue),
  by: z.enum(fieldWriters),
  /** Email or Telegram ID of the account; '' where it was none, or is gone. */
  actor: z.string(),
});
export type FieldChange = z.output<typeof FieldChange>;

/** Why a row of an imported file, or a value in it, is not taken. */
export const importProblems = ['InvalidUser', 'UnknownUser', 'WrongFieldType', 'FieldOutOfRange'] as const;

export const FieldImport = z.object({
  rows: z.number(),
  /** Distinct users: known to the bot, and unknown (their values are not stored). */
  known: z.number(),
  unknown: z.number(),
  /** Rows about a user of an earlier row; the later row counts. */
  duplicates: z.number(),
  /** Rows without a user ID, and values that their field does not take. */
  invalid: z.number(),
  /** Values that are stored, or would be. */
  values: z.number(),
  /** The first 20 problems. `key`: the column, '' for the whole row. */
  problems: z.array(z.object({ line: z.number(), key: z.string(), problem: z.enum(importProblems), text: z.string() })),
});
export type FieldImport = z.output<typeof FieldImport>;

export const largestFieldImport = 10_000_000;
export const maxCustomFields = 200;

const fieldPath = z.extend(botPath, { field: z.string().check(z.maxLength(64)) });
const userPath = z.extend(botPath, { user_id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)) });

export const customFieldEndpoints = {
  /** All of them, archived ones too, the oldest first. */
  listCustomFields: endpoint({
    method: 'GET',
    path: '/bots/{key}/custom-fields',
    access: 'custom_fields.view',
    heavy: true,
    params: botPath,
    data: z.array(CountedField),
  }),
  createCustomField: endpoint({
    method: 'POST',
    path: '/bots/{key}/custom-fields',
    access: 'custom_fields.manage',
    heavy: true,
    params: botPath,
    body: z.object({ key: z.string().check(z.minLength(1)), name, type: z.enum(fieldTypes), settings: Settings }),
    data: CustomField,
  }),
  /** Key and type stay: code and stored values depend on them. */
  updateCustomField: endpoint({
    method: 'POST',
    path: '/bots/{key}/custom-fields/{field}',
    access: 'custom_fields.manage',
    params: fieldPath,
    body: z.object({ name, settings: Settings }),
    data: CustomField,
  }),
  setCustomFieldStatus: endpoint({
    method: 'POST',
    path: '/bots/{key}/custom-fields/{field}/status',
    access: 'custom_fields.manage',
    params: fieldPath,
    body: z.object({ status: z.enum(fieldStatuses) }),
    data: CustomField,
  }),
  /** The fields of one user that are not archived. Needs `section.users.list` as well. */
  userFields: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/fields',
    access: 'custom_fields.view',
    heavy: true,
    params: userPath,
    data: z.array(UserField),
  }),
  /** All values are taken, or none. Needs `section.users.list` as well. */
  setUserFields: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/fields',
    access: 'custom_fields.manage',
    heavy: true,
    params: userPath,
    body: z.object({ values: z.record(z.string(), z.nullable(FieldValue)) }),
    data: z.array(UserField),
  }),
  /** Changes of one user's values, at most 100, the newest first. Needs `section.users.list` as well. */
  userFieldHistory: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/field-history',
    access: 'custom_fields.view',
    heavy: true,
    params: userPath,
    query: z.object({ field: z.optional(z.string().check(z.maxLength(64))) }),
    data: z.array(FieldChange),
  }),
};

/**
 * POST, a CSV file with a header: `user_id`, and the keys of fields. `?dry_run=1` stores nothing. Answers FieldImport.
 * It is not below `custom-fields/`, where a field could have its name.
 */
export const fieldImportPath = (key: string): string => `/bots/${key}/custom-field-import`;
