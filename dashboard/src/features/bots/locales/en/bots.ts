export const bots = {
  title: 'Bots',
  connected: 'Connected',
  waiting: 'Waiting for the first update',
  paused: 'Paused',
  pause: 'Pause recording',
  resume: 'Resume recording',
  pauseDone: 'Recording of {{name}} is paused',
  resumeDone: 'Recording of {{name}} has resumed',
  noUpdates: 'none yet',
  columns: { bot: 'Bot', status: 'Status', added: 'Added', lastUpdate: 'Last update', actions: 'Actions' },
  actionsOf: 'Actions for {{name}}',
  open: 'Settings',
  statistics: 'Statistics',
  rename: 'Rename',
  rotate: 'New API key',
  remove: 'Remove',
  empty: {
    title: 'Connect your first bot',
    text: 'Paste its token or add a few lines of code. Data appears within seconds; setup takes about two minutes.',
    demo: 'Explore the demo',
  },
  renameDialog: {
    title: 'Rename {{name}}',
    label: 'Bot name',
    hint: 'The username in Telegram, without @. History and the API key are kept.',
    submit: 'Rename',
    done: 'Renamed to {{name}}',
  },
  rotateDialog: {
    title: 'New API key for {{name}}',
    text: 'The current key stops working immediately. Until the bot uses the new key, its updates are rejected and missing from reports. History is kept.',
    submit: 'Create a new key',
    ready: 'Your new key is shown only once. Add it to your bot before closing this window.',
    close: 'I’ve saved it',
  },
  removeDialog: {
    title: 'Remove {{name}}?',
    text: 'The bot is removed from your list and its API key stops working immediately. All its events and reports are deleted permanently.',
    untouched: 'The bot in Telegram is not affected.',
    through: 'Remove Botscope’s address from the bot first: requests that still use it may be rejected.',
    byHand:
      'Set your bot’s webhook at Telegram again: {{url}}. Until then Botscope’s webhook stays set, and Telegram keeps updates for up to 24 hours.',
    byBot:
      'The bot set its webhook through Botscope, which cannot restore it without the token. Start the bot once with Telegram’s API address so that it sets its webhook there. Until then Telegram keeps updates for up to 24 hours.',
    label: 'Type {{name}} to confirm',
    mismatch: 'The name doesn’t match',
    submit: 'Remove bot and data',
    done: '{{name}} is removed',
  },
  about: {
    name: 'Name',
    key: 'Bot key',
    added: 'Added',
  },
  connection: {
    first: 'First update',
    last: 'Last update',
    how: 'Add a few lines to your bot. Copies are sent in the background and never slow the bot down.',
    keyLine: 'The key, in your bot’s environment',
    copyKeyLine: 'Copy the line with the key',
    keyNote: 'The code reads the key from the environment variable BOTSCOPE_API_KEY. Set it to this bot’s API key.',
  },
  apiKey: {
    title: 'API key',
    text: 'Botscope stores only a fingerprint of the key, so it cannot be shown again. If it is lost or leaked, create a new one.',
    once: 'Shown only once. Store it like a password.',
    copy: 'Copy key',
    label: 'API key',
  },
  danger: { title: 'Remove bot', text: 'Deletes the bot with all its events and reports.' },
  /** The page of a bot's settings. */
  page: {
    title: '{{name}}: settings',
    screen: 'Bot summary',
    viewOnly: 'You can view these settings but not change them.',
    tabs: 'Sections of the bot',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Bots: typeof bots;
  }
}
