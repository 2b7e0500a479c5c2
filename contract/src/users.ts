import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import type { PermissionKey } from './manifests.ts';
import { RulesText } from './segment-rules.ts';
import { ChatState, Gender, UserStatus } from './user-states.ts';

interface ColumnFacts {
  /** Permissions that its values need besides that of the list. */
  keys: readonly PermissionKey[];
  /** For columns without an order of their own. */
  isUnordered?: true;
}

const noKeys: ColumnFacts = { keys: [] };

/** Columns of the list of users that every bot has; `field.<key>` is a custom field. */
const columnFacts = {
  user_id: noKeys,
  first_name: noKeys,
  last_name: noKeys,
  username: noKeys,
  status: noKeys,
  chat: noKeys,
  first_seen: noKeys,
  last_seen: noKeys,
  source: noKeys,
  source_last: noKeys,
  source_significant: noKeys,
  language: noKeys,
  premium: noKeys,
  gender: noKeys,
  country: noKeys,
  city: noKeys,
  geo: { keys: [], isUnordered: true },
  actions: noKeys,
  sessions: noKeys,
  income: { keys: ['report.sum_income'] },
} as const satisfies Record<string, ColumnFacts>;

export type BaseUserColumn = keyof typeof columnFacts;
export type UserColumn = BaseUserColumn | `field.${string}`;
export const userColumns = Object.keys(columnFacts) as readonly BaseUserColumn[];

const fieldFacts: ColumnFacts = { keys: ['custom_fields.view'] };
export const isFieldColumn = (column: UserColumn): column is `field.${string}` => column.startsWith('field.');
const factsOf = (column: UserColumn): ColumnFacts => (isFieldColumn(column) ? fieldFacts : columnFacts[column]);

export const isUserColumn = (word: string): word is UserColumn =>
  (userColumns as readonly string[]).includes(word) || /^field\.[\w-]{1,64}$/.test(word);
export const isSortable = (column: UserColumn): boolean => factsOf(column).isUnordered !== true;
export const keysOfColumn = (column: UserColumn): readonly PermissionKey[] => factsOf(column).keys;

export const defaultUserColumns: readonly UserColumn[] = [
  'first_name',
  'username',
  'status',
  'source',
  'first_seen',
  'last_seen',
  'actions',
];
export const maxUserColumns = 20;

/** A value in a smallest unit, per currency. */
const Money = z.object({ amount: z.number(), currency: z.string() });

/** A bot user. Parts that a query did not want are left out; unknown is null or ''. */
export const BotUser = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  language: z.string(),
  premium: z.boolean(),
  first_seen: z.string(),
  last_seen: z.string(),
  status: z.optional(UserStatus),
  chat: z.optional(ChatState),
  gender: z.optional(Gender),
  source: z.optional(z.string()),
  source_last: z.optional(z.string()),
  source_significant: z.optional(z.string()),
  country: z.optional(z.string()),
  city: z.optional(z.string()),
  /** The last location that the user shared. */
  geo: z.optional(z.nullable(z.object({ latitude: z.number(), longitude: z.number() }))),
  actions: z.optional(z.number()),
  sessions: z.optional(z.number()),
  income: z.optional(z.array(Money)),
  /** Custom fields by key, as text. */
  fields: z.optional(z.record(z.string(), z.string())),
});
export type BotUser = z.output<typeof BotUser>;

/** A number, `@username` or the beginning of a name. */
export const SearchText = z.string().check(z.maxLength(128));
/** A number of a report: its address, as in `visitors?period=7d&filter=…&bucket=3`. */
export const NumberText = z.string().check(z.maxLength(16_000));
/** A column, with `-` before it for the greatest first. */
export const SortText = z.string().check(z.maxLength(80));

/** Selection of users. All parts must match. */
export const UsersSelection = z.object({
  /** JSON of `SegmentRules`. */
  rules: z.optional(RulesText),
  search: z.optional(SearchText),
  number: z.optional(NumberText),
});
export type UsersSelection = z.output<typeof UsersSelection>;

export const maxUsersOfPage = 200;

export const usersEndpoints = {
  /** A page of bot users. `next` continues after its last row, in whatever way the list has changed; null at the end. */
  listUsers: endpoint({
    method: 'GET',
    path: '/bots/{key}/users',
    access: 'section.users.list',
    heavy: true,
    params: botPath,
    query: z.extend(UsersSelection, {
      /** `-last_seen` unless given. */
      sort: z.optional(SortText),
      /** Joined by commas. */
      columns: z.optional(z.string().check(z.maxLength(2_000))),
      after: z.optional(z.string().check(z.maxLength(1_000))),
      limit: z.optional(z.string()),
    }),
    data: z.object({ users: z.array(BotUser), next: z.nullable(z.string()) }),
  }),
  /** Counts the selected users, and all users of the bot. */
  countUsers: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/count',
    access: 'section.users.list',
    heavy: true,
    params: botPath,
    query: UsersSelection,
    data: z.object({ count: z.number(), total: z.number() }),
  }),
};

/** Users of a file by id: their address stays below 8 KB, which every proxy lets through. */
export const maxExportedIds = 500;

/** Path of the same list, or of users by `ids`, joined by commas, as a file; needs `section.users.export` besides. */
export const usersFilePath = (key: string, format: 'csv' | 'ndjson'): string => `/api/bots/${key}/users.${format}`;
