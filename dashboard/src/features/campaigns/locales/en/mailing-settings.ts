export const mailingSettings = {
  unsubscribe: {
    title: 'Unsubscribing',
    text: 'Users who unsubscribe get no campaigns of this bot, apart from service messages. Messages that you write to them in a chat still arrive.',
    button: 'Add a button below campaign messages',
    buttonHint: 'Botscope answers the button. The bot does not receive the press.',
    buttonPush:
      'This bot sends copies of its updates. It receives the press as well, and should ignore data that begins with “botscope:”.',
    buttonText: 'Button text',
    return: 'Offer “Subscribe again” below the message after that',
    command: 'Let users unsubscribe by a command',
    return_command: 'Let users subscribe again by a command',
    commandHint: 'The bot still receives the command and answers it.',
    commandName: 'Command',
    commandNameHint: 'Lower-case letters, digits and underscores after the slash.',
  },
  cap: {
    title: 'Message limit',
    text: 'Checked right before each message, also when several campaigns are sent at once. Service messages are not counted.',
    on: 'Limit how many campaign messages a user gets',
    messages: 'Messages at most',
    hours: 'Within, hours',
  },
  paid: {
    on: 'Send faster for Telegram Stars',
    hint: 'Telegram takes 30 messages a second for free and bills 0.1 Star for each message above that. It must be turned on at @BotFather.',
    cost: 'It costs up to {{stars}} Stars.',
    balance: 'The bot has {{stars}} Stars.',
    bill_one: 'Telegram billed the bot {{stars}} Stars for {{number}} message above the free speed in that time.',
    bill_other: 'Telegram billed the bot {{stars}} Stars for {{number}} messages above the free speed in that time.',
    noBill: 'What it cost is not known: {{reason}}',
  },
  others: {
    text: 'In that time the bot also sends {{names}}. All of its campaigns share one speed, so this one may take longer.',
    one: '“{{name}}” ({{when}})',
    now: 'now',
    more_one: 'And {{number}} more.',
    more_other: 'And {{number}} more.',
  },
  defaultButton: 'Unsubscribe',
  unsubscribed: {
    title: 'Unsubscribed after it',
    none: 'Nobody has unsubscribed after this campaign.',
    count_one: '{{number}} user unsubscribed by its button, or by a command or a colleague within 7 days of delivery.',
    count_other:
      '{{number}} users unsubscribed by its button, or by a command or a colleague within 7 days of delivery.',
    user: 'User',
    how: 'How',
    time: 'Time',
    more: 'Show more',
    noneOfReason: 'Nobody with this reason.',
    reason: 'Reason',
    anyReason: 'Any reason',
    reasons: { own: 'Own decision', requested: 'Asked to', complained: 'Complained', other: 'Other' },
    sources: { button: 'Button', command: 'Command', colleague: 'Colleague', api: 'API' },
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    MailingSettings: typeof mailingSettings;
  }
}
