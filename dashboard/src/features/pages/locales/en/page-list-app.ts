export const pageListApp = {
  title: 'Mini Apps',
  text: 'A script in the page of a Mini App reports launches, pages, clicks and events of your own. Users, sources and targets are shared with the bot.',
  add: 'Add Mini App',
  none: {
    title: 'No Mini Apps yet',
    text: 'Add one to get its key and the lines to paste into its page.',
  },
  noneShared: {
    title: 'No Mini Apps yet',
    text: 'Mini Apps of bots that are shared with you appear here. To add one, ask the owner for the permission “Change Mini Apps”.',
  },
  mayNotAdd: {
    title: 'You cannot add a Mini App',
    text: 'Ask the owner of a bot for the permission “Change Mini Apps”.',
  },
  noBot: { title: 'No bots yet', text: 'A Mini App belongs to a bot. Connect the bot first.' },
  noMatch: 'No Mini Apps match these filters',
  columns: {
    name: 'Mini App',
    addresses: 'Allowed origins',
  },
  form: {
    title: 'Add a Mini App',
    section: 'Name and addresses',
    text: 'You get a public key and a snippet for the page. The bot needs no changes.',
    bot: 'Bot',
    botHint: 'The bot that opens the app: its token proves who the users are.',
    name: 'System name',
    nameHint: 'The short name from @BotFather, as in t.me/{{bot}}/NAME. For a bot’s main app, any name.',
    addresses: 'Allowed origins',
    addressesHint:
      'Where the page may be, one address per line; https://*.example.com allows all subdomains. Empty: anywhere.',
    wrongName: '1–64 Latin letters, digits and _; not digits alone',
    wrongAddress: 'Line {{line}} is not an address such as https://shop.example.com',
    tooManyAddresses: 'At most 20 addresses',
    done: '“{{name}}” added',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    PageListApp: typeof pageListApp;
  }
}
