/** Texts about a user's decisions on mailings, and their reasons. */
export const subscription = {
  title: 'Subscription to mailings',
  changes: {
    unsubscribedSince: 'Unsubscribed since',
    unsubscribed: 'Unsubscribed',
    subscribed: 'Subscribed again',
    noted: 'Reason noted',
  },
  ways: { button: 'by the button', command: 'by a command', colleague: 'by hand', api: 'by the bot’s API' },
  byName: 'by hand: {{name}}',
  afterCampaign: 'After “{{campaign}}”',
  reasonIs: 'Reason: {{reason}}',
  why: 'Why?',
  reasons: { requested: 'Asked to', complained: 'Complained', other: 'Other' },
  reasonHints: {
    requested: 'The user wants no more mailings.',
    complained: 'The user calls a message unwanted. It counts as a complaint on the pages of campaigns.',
    other: 'Say in the note what it was.',
  },
  note: 'Note',
  noteHint: 'Optional. Colleagues see it, the user does not.',
  unsubscribe: {
    title: 'Unsubscribe this user?',
    text: 'They get no campaigns of this bot any more, apart from service messages. They can subscribe again themselves.',
    button: 'Unsubscribe',
    done: 'The user is unsubscribed',
  },
  reason: {
    title: 'Why did this user unsubscribe?',
    text: 'Telegram does not report complaints. Note what the user said.',
    button: 'Save',
    done: 'The reason is saved',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Subscription: typeof subscription;
  }
}
