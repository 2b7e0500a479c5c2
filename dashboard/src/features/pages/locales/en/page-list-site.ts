export const pageListSite = {
  title: 'Code for site',
  text: 'A script in your website counts its visitors without cookies. Links to the bot carry the visit, so reports name the advertisement that brought each user.',
  add: 'Add website',
  none: {
    title: 'No websites yet',
    text: 'The source of a visit to your website appears beside what the user then spends in the bot. Add a website to get the line of code for its pages.',
  },
  noneShared: {
    title: 'No websites yet',
    text: 'Websites of bots that are shared with you appear here. To add one, ask the owner for the permission “Change Mini Apps”.',
  },
  mayNotAdd: {
    title: 'You cannot add a website',
    text: 'Ask the owner of a bot for the permission “Change Mini Apps”.',
  },
  noBot: { title: 'No bots yet', text: 'A website leads to a bot. Connect the bot first.' },
  noMatch: 'No websites match these filters',
  columns: { name: 'Website', addresses: 'Domains' },
  form: {
    title: 'Add a website',
    section: 'Name, domains and options',
    text: 'You get a public key and a line of code for the pages. The bot needs no changes.',
    bot: 'Bot',
    botHint: 'The bot that the website links to. Links to other bots stay as they are.',
    name: 'Name',
    nameHint: 'What you call the website; visitors do not see it.',
    addresses: 'Domains',
    addressesHint:
      'One per line. example.com counts with and without www; *.example.com is any name below it. localhost only if you add it.',
    wrongAddress: 'Line {{line}} is not a domain such as example.com',
    tooManyAddresses: 'At most 20 domains',
    done: '“{{name}}” added',
  },
  links: {
    label: 'How links to the bot carry the visit',
    readable: {
      label: 'Readable',
      text: 'The link says source-google_medium-cpc, which the bot can read too. Where that does not fit, or the visit has a click ID, a ticket.',
    },
    ticket: {
      label: 'Ticket',
      text: 'The link has a short code. The server keeps what it stands for, with click IDs, referrer and page, for 30 days.',
    },
    whole: 'The rules of {{bot}} keep payloads whole, so every readable link becomes a source of its own.',
    toRules: 'Change the rules',
  },
  consent: {
    label: 'Consent',
    auto: { label: 'Not needed', text: 'The script stores nothing in the browser and counts from the first page.' },
    required: {
      label: 'Wait for it',
      text: 'Until the page says that the visitor agrees, pages are counted without visitor and source, and links carry nothing.',
    },
  },
  gpc: {
    label: 'Global Privacy Control and Do Not Track',
    tickets: {
      label: 'Count, without links',
      text: 'These visitors are counted; their links to the bot carry nothing.',
    },
    count_nobody: { label: 'Do not count', text: 'Nothing is stored about visitors whose browser sends one of them.' },
  },
  knowUsers: {
    label: 'Recognise users who come from the bot',
    text: 'Their page views and events on the website are added to their history, and targets and automations can use them. They are recognised by links in mailings, by login_url buttons and by links that your server asks for. Their tab keeps the name of the visit.',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    PageListSite: typeof pageListSite;
  }
}
