import { insertBefore, type Recipe } from './recipe.ts';

/** The moment of the last action as a column of the list of users. */
export const usersColumn: Recipe = {
  name: 'a column of the list of users',
  ownFolders: /^$/,
  ownFiles: {},
  edits: [
    insertBefore('contract/src/users.ts', '  actions: noKeys,', '  last_action: noKeys,'),
    insertBefore(
      'contract/src/users.ts',
      '  actions: z.optional(z.number()),',
      '  last_action: z.optional(z.nullable(z.string())),',
    ),
    insertBefore(
      'server/src/analytics/users/list-columns.ts',
      "  actions: countColumn('actions', actionsSql),",
      `  last_action: {
    order: () => numberOrder(milliseconds('last_action')),
    part: () => {
      const sql = \`SELECT user_id, toUnixTimestamp64Milli(max(last_action)) AS value
    FROM users WHERE bot = {bot:String} AND \${ofIds} GROUP BY user_id\`;
      const toMoment = (value = 0) => ({ last_action: value === 0 ? null : new Date(value).toISOString() });
      return { isHeavy: false, read: readRows<number>({ sql, params: {} }, toMoment) };
    },
  },`,
    ),
    insertBefore(
      'dashboard/src/features/users/pages/users/user-columns.tsx',
      '    actions: ({ actions = 0 })',
      '    last_action: ({ last_action }) => (last_action ? format.date(last_action) : noValue),',
    ),
    insertBefore(
      'dashboard/src/features/users/locales/en/users.ts',
      "    actions: 'Actions',\n    sessions:",
      "    last_action: 'Last action',",
    ),
    insertBefore(
      'dashboard/src/features/users/locales/ru/users.ts',
      "    actions: 'Действия',\n    sessions:",
      "    last_action: 'Последнее действие',",
    ),
  ],
  maxEditedFiles: 5,
};
