/** The list and the catalogue, and what all pages of integrations share. */
export const integrations = {
  title: 'Integrations',
  one: 'Integration',
  text: 'Send what happens in your bots to the tools you already use. Each event is sent once; if one is not delivered, you see why.',
  none: {
    title: 'Nothing is connected yet',
    text: 'Choose a tool below, then which events it gets. Each event is delivered once, retried when the tool is down, and kept in a log for 30 days. To see what would be sent, start with a request bin.',
  },
  noneReadOnly: {
    title: 'Nothing is connected yet',
    text: 'Integrations send events of a bot to other tools. You can look at them here; connecting needs the permission to change integrations.',
  },
  noneDemo: {
    title: 'The demo bot has no integrations',
    text: 'With a bot of your own, you can send its events to the tools below.',
  },
  noMatch: 'This bot has no integrations',
  anyBot: 'All bots',
  columns: {
    name: 'Name',
    bot: 'Bot',
    state: 'State',
    today: 'Delivered today',
    waiting: 'Waiting',
    failed: 'Failed',
    unknown: 'Unknown',
    lag: 'Delay',
  },
  states: {
    on: 'On',
    paused: 'Paused',
    stopped: 'Stopped',
    failing: 'Failing',
    catching_up: 'Catching up',
  },
  noLag: 'None',
  catalogue: {
    title: 'Connect a tool',
    search: 'Find a tool',
    none: 'No tool matches “{{q}}”. A webhook reaches anything that accepts HTTP requests.',
  },
  categories: {
    code: 'Your own code',
    messenger: 'Messengers',
    analytics: 'Analytics',
    ads: 'Advertising',
    crm: 'CRM',
    storage: 'Tables and storage',
  },
  request: {
    title: 'Request',
    copy: 'Copy the text',
    masked: 'Secrets are replaced by •••.',
  },
  answer: 'Answer',
  noBody: 'Empty body',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Integrations: typeof integrations;
  }
}
