export const addBot = {
  title: 'Add a bot',
  steps: { name: 'Name', type: 'Connection', settings: 'Settings and test', result: 'Result' },
  progress: 'Step {{step}} of {{count}}: {{name}}',
  name: {
    label: 'Bot name',
    hint: 'The username in Telegram: it ends in bot, for example my_shop_bot.',
  },
  type: {
    label: 'How shall updates reach us?',
    auto: 'By token',
    autoShort: 'You give us the token, and we set everything up.',
    autoText:
      'Fits almost every bot, with a webhook or polling. You paste the token; we see how the bot works now and set up the rest.',
    autoExtra:
      'Updates go through us. If we are down, Telegram keeps them for up to 24 hours: the bot waits, and nothing is lost. Take the token out again, and the former webhook is put back.',
    manual: 'By hand, without the token',
    manualShort: 'You put our address in place of your webhook or of Telegram’s API.',
    manualText:
      'Fits bots on constructor platforms, and owners who do not give their token away. You put our address where yours or Telegram’s was.',
    manualExtra:
      'Updates go through us, too. If we are down, Telegram keeps them for up to 24 hours. You go back by putting your old address in again.',
    api: 'API',
    apiShort: 'The bot sends us copies of its updates.',
    apiText:
      'Fits every framework and hosting, if you can change the code. The bot works as before and sends us a copy of each update with one small request.',
    apiExtra:
      'We never stand between the bot and Telegram. If we are down, the bot does not notice; copies that your code does not send again are missing from the reports.',
    create: 'Create the bot',
  },
  settings: {
    connect: 'Connect',
    autoTitle: 'Connect by token',
    manualTitle: 'Connect by hand',
  },
  test: {
    keyLost:
      'The API key was shown before the page was reloaded and cannot be shown again. If you did not save it, make a new one.',
    newKey: 'Make a new key',
    codeTitle: 'Add this to your bot',
    waitTitle: 'Waiting for the first update',
    waitText: 'Start the bot with the new lines and send it any message. This page notices by itself.',
    waitNow: 'Send the bot any message. This page notices by itself.',
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
    lastStep: 'One more step is yours; you find it again on the page of the bot.',
    allDone: 'Everything is set up. The page of the bot shows the connection and lets you change it.',
    dashboard: 'Open the dashboard',
    settings: 'Open the bot page',
    another: 'Add another bot',
  },
};
