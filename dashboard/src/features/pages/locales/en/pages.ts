/** Texts that the pages of Mini Apps and those of websites share. */
export const pages = {
  tabs: { overview: 'Overview', code: 'Code', hits: 'Live hits' },
  status: { enabled: 'Enabled', paused: 'Paused', archived: 'Archived' },
  filters: {
    anyBot: 'All bots',
    anyStatus: 'Any status',
    reset: 'Reset filters',
  },
  columns: { bot: 'Bot', status: 'Status', created: 'Added' },
  more: 'and {{number}} more',
  anywhere: 'Anywhere',
  actions: {
    of: 'Actions for {{name}}',
    pause: 'Pause',
    resume: 'Resume',
    restore: 'Restore',
    edit: 'Edit',
    key: 'Replace key',
    archive: 'Archive',
    remove: 'Remove',
  },
  done: {
    enabled: '“{{name}}” takes hits again',
    paused: '“{{name}}” is paused and takes no hits',
    archived: '“{{name}}” is archived and takes no hits; what was counted stays',
  },
  edit: { title: 'Edit {{name}}', save: 'Save', done: '“{{name}}” saved' },
  key: {
    title: 'Replace the key',
    text: 'The page needs the new key. Until you have changed it, the old one can keep working for a while.',
    older: 'The key before this one still works. It stops at once if you replace the key again.',
    keep: 'The old key works for',
    stopNow: 'Not at all: it stops now',
    hours_one: '{{count}} more hour',
    hours_other: '{{count}} more hours',
    submit: 'Replace key',
    done: 'The new key works. The old one works until {{moment}}.',
    doneNow: 'The new key works. The old one has stopped.',
    fresh: 'New key',
    copy: 'Copy the key',
  },
  remove: {
    title: 'Remove {{name}}?',
    label: 'Type {{name}} to confirm',
    submit: 'Remove',
    done: '“{{name}}” removed',
  },
  settings: {
    title: 'Settings',
    key: 'Key',
    oldKey: 'The old key works until {{moment}}',
  },
  code: {
    version: 'Version of the script',
    versions: {
      rolling: { label: 'Newest', text: 'Always up to date: improvements arrive without a change of the page.' },
      frozen: {
        label: 'Frozen',
        text: 'Never changes, and browsers check its hash (SRI). You update it by hand.',
      },
    },
    copy: 'Copy the code for {{name}}',
    events: 'Events of your own',
    policy: 'If the page has a Content-Security-Policy',
    policyText: 'Allow the script and its requests. The npm module needs connect-src only.',
    copyPolicy: 'Copy the policy',
  },
  numbers: {
    title: 'Last 30 days',
    none: 'Nothing has been counted yet.',
    names: 'Most frequent events',
    name: 'Event',
    hits: 'Hits',
  },
  hits: {
    title: 'Last 50 hits',
    text: 'Updates every 2 seconds while this page is visible. Requests with an unknown key are not shown.',
    pause: 'Pause updates',
    resume: 'Resume updates',
    none: 'No hits since the server started.',
    toCode: 'Add the counter to the page',
    unread: 'Unreadable event',
    script: 'script {{version}}',
    dropped: 'Dropped',
    malformed: {
      NotAnObject: 'An event is not an object',
      WrongId: 'id is not 16 hexadecimal digits',
      WrongName: 'n, the name, is missing',
      WrongTime: 't is not a time in milliseconds',
      WrongField: 'A field has the wrong type, or cur is not 3 letters',
      TooManyProps: 'More than 30 properties',
      TooMany: 'More than 50 events in a request',
    },
    columns: { at: 'Time', event: 'Event', verdict: 'Verdict', from: 'From' },
  },
  errors: {
    title: 'Unreadable events',
    none: 'All events could be read.',
    problem: 'Problem and newest example',
    count: 'Times',
    last: 'Last',
    since: 'since {{moment}}',
  },
  test: {
    toErrors: 'Show examples',
  },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Pages: typeof pages;
  }
}
