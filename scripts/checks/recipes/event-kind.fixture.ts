import { insertBefore, type Recipe } from './recipe.ts';

const kinds = (file: string, kind: string) => insertBefore(file, '    stopped_message_generation: ', kind);

/** A gift that a user sends to the bot, as an update of its own: it has a user and a date, and is no action. */
export const eventKind: Recipe = {
  name: 'an event kind',
  ownFolders: /^$/,
  ownFiles: {},
  edits: [
    insertBefore('contract/src/event.ts', "  'stopped_message_generation',", "  'gift_received',"),
    insertBefore(
      'server/src/telegram/update-anatomy.ts',
      "  stopped_message_generation: { chat: ['chat'] },",
      "  gift_received: { user: ['from'], dates: [['date']] },",
    ),
    insertBefore(
      'server/src/events/normalize/fixtures/statuses.ts',
      '  stopped_message_generation: {',
      `  gift_received: {
    update: { update_id: 700_123_456, gift_received: { from: anna, date: sentAt } },
    expected: { ...annaShown, ...dated },
  },`,
    ),
    insertBefore(
      'testkit/src/oracle/facts/kinds.ts',
      '  stopped_message_generation: { chat },',
      '  gift_received: { user: from, dates: date },',
    ),
    kinds('dashboard/src/analytics/locales/en/reports.ts', "    gift_received: 'Gifts',"),
    kinds('dashboard/src/analytics/locales/ru/reports.ts', "    gift_received: 'Подарки',"),
    kinds('dashboard/src/features/targets/locales/en/conversions.ts', "    gift_received: 'Gift to the bot',"),
    kinds('dashboard/src/features/targets/locales/ru/conversions.ts', "    gift_received: 'Подарок боту',"),
  ],
  maxEditedFiles: 8,
};
