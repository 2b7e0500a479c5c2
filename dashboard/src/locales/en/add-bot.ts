export const addBot = {
  title: 'Add a bot',
  steps: { name: 'Name', type: 'Connection', test: 'Settings and test', result: 'Result' },
  progress: 'Step {{step}} of {{count}}: {{name}}',
  name: {
    label: 'Bot name',
    hint: 'The username in Telegram: it ends in bot, for example my_shop_bot.',
  },
  type: {
    label: 'How will updates reach us?',
    api: 'API',
    apiText:
      'Your bot works as before and sends us a copy of each update with one small HTTP request. Suits every framework and hosting; nothing stands between the bot and Telegram.',
    create: 'Create the bot',
  },
  test: {
    keyLost:
      'The API key was shown before the page was reloaded and cannot be shown again. If you did not save it, make a new one.',
    newKey: 'Make a new key',
    codeTitle: 'Add this to your bot',
    waitTitle: 'Waiting for the first update',
    waitText: 'Start the bot with the new lines and send it any message. This page notices by itself.',
    greenTitle: 'The first update has arrived',
    greenText: 'The bot is connected.',
    later: 'Finish later',
    finish: 'Continue',
  },
  result: {
    connected: '{{name}} is connected',
    connectedText: 'Its numbers grow from now on. The dashboard shows the first people within seconds.',
    pending: '{{name}} is created',
    pendingText: 'No update has come in yet. The code and the status wait for you on the page of the bot.',
    dashboard: 'Open the dashboard',
    settings: 'Open the bot page',
    another: 'Add another bot',
  },
};
