export const addBot = {
  title: 'Add a bot',
  steps: { name: 'Name', type: 'Connection', settings: 'Settings and test', result: 'Result' },
  progress: 'Step {{step}} of {{count}}: {{name}}',
  name: {
    label: 'Bot name',
    hint: 'The username in Telegram: it ends in bot, for example my_shop_bot.',
  },
  type: {
    label: 'How should Botscope receive updates?',
    auto: 'By token',
    autoShort: 'Paste the token, and Botscope sets everything up.',
    autoText:
      'Works for almost every bot, with a webhook or long polling. Botscope detects how the bot receives updates and sets up the rest.',
    autoExtra:
      'Updates pass through Botscope. If Botscope is down, Telegram keeps them for up to 24 hours: the bot waits, and nothing is lost. Remove the token to restore the previous webhook.',
    manual: 'Manually, without the token',
    manualShort: 'Replace your webhook address, or Telegram’s API address, with Botscope’s.',
    manualText:
      'For bots made with bot builders (ManyChat, …) and for owners who keep their token private. You set Botscope’s address in place of yours or Telegram’s.',
    manualExtra:
      'Updates pass through Botscope. If Botscope is down, Telegram keeps them for up to 24 hours. To go back, set your old address again.',
    api: 'API',
    apiShort: 'The bot sends copies of its updates.',
    apiText:
      'Works with every framework and hosting if you can change the code. The bot works as before and sends a copy of each update in one small request.',
    apiExtra:
      'Botscope is never between the bot and Telegram. If Botscope is down, the bot is not affected; copies that your code does not resend are missing from reports.',
    create: 'Create bot',
  },
  settings: {
    connect: 'Connect',
    autoTitle: 'Connect by token',
    manualTitle: 'Connect manually',
  },
  test: {
    keyLost:
      'The API key was shown before the page was reloaded and cannot be shown again. If you did not save it, create a new one.',
    newKey: 'Create a new key',
    codeTitle: 'Add this to your bot',
    waitTitle: 'Waiting for the first update',
    waitText: 'Restart the bot with the new code and send it a message. This page updates automatically.',
    waitNow: 'Send the bot a message. This page updates automatically.',
    greenTitle: 'The first update has arrived',
    greenText: 'The bot is connected.',
    later: 'Finish later',
    finish: 'Continue',
  },
  result: {
    connected: '{{name}} is connected',
    connectedText: 'Data is now being collected. The first users appear on the dashboard within seconds.',
    pending: '{{name}} is created',
    pendingText: 'No updates yet. You can find the code and the connection status on the bot’s page.',
    lastStep: 'One step is left. You can also find it on the bot’s page.',
    allDone: 'Everything is set up. You can view and change the connection on the bot’s page.',
    dashboard: 'Open the dashboard',
    settings: 'Open the bot page',
    another: 'Add another bot',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    AddBot: typeof addBot;
  }
}
