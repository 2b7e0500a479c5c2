/** Events that integrations send, by type. */
export const integrationEvents = {
  user: {
    started: { name: 'User started the bot', text: 'Every launch, with its source and link parameters.' },
    left: { name: 'User blocked the bot', text: 'The user blocked the bot or deleted the chat.' },
    returned: { name: 'User returned', text: 'A user who had blocked the bot unblocked it.' },
    erased: { name: 'User erased', text: 'The data of the user was erased in Botscope. Delete it on your side too.' },
  },
  payment: {
    succeeded: { name: 'Payment received', text: 'A payment inside Telegram, in Stars or another currency.' },
    refunded: { name: 'Payment refunded', text: 'A payment was returned to the user.' },
  },
  subscription: {
    changed: { name: 'Subscription changed', text: 'A paid subscription started, was renewed, cancelled or expired.' },
  },
  conversion: {
    reached: { name: 'Target reached', text: 'A user reached one of your targets.' },
  },
  command: {
    sent: { name: 'Command sent', text: 'A user sent a command, such as /help.' },
  },
  button: {
    pressed: { name: 'Button pressed', text: 'A user pressed an inline button.' },
  },
  message: {
    received: { name: 'Message received', text: 'A user wrote to the bot. The text is sent only if you allow it.' },
  },
  app: {
    event: { name: 'Mini App event', text: 'A Mini App was opened, or reported an event.' },
  },
  site: {
    event: { name: 'Website event', text: 'A visitor who became a user of the bot did something on your website.' },
  },
  link: {
    clicked: { name: 'Campaign link opened', text: 'A user opened a tracked link of a campaign.' },
  },
  field: {
    changed: { name: 'Custom field changed', text: 'The value of a custom field of a user changed.' },
  },
  update: {
    received: {
      name: 'Raw update from Telegram',
      text: 'Every update exactly as Telegram sent it, with everything that users wrote. Privacy settings do not apply.',
    },
  },
  events: {
    file: {
      name: 'Files of events',
      text: 'Everything that happens, one file for each hour, ten minutes after its end.',
    },
  },
  integration: {
    test: { name: 'Test event', text: 'Sent only by the test button.' },
  },
  campaign: {
    started: { name: 'Campaign started', text: 'A campaign started sending.' },
    finished: { name: 'Campaign finished', text: 'A campaign was sent, with the number of messages.' },
    stopped: { name: 'Campaign stopped', text: 'A campaign was stopped before its end.' },
  },
  bot: {
    problem: { name: 'Bot problem', text: 'Something is wrong with the bot’s connection.' },
    recovered: { name: 'Bot recovered', text: 'The problem is over.' },
  },
  chat: {
    taken_over: { name: 'Chat taken over', text: 'A colleague answers in place of the bot.' },
    released: { name: 'Chat returned to the bot', text: 'The bot answers again.' },
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    IntegrationEvents: typeof integrationEvents;
  }
}
