/** Actions on many users in the background. */
export const jobs = {
  setField: 'Set a field…',
  erase: 'Erase…',
  field: {
    title_one: 'Set a field of {{number}} user',
    title_other: 'Set a field of {{number}} users',
    field: 'Custom field',
    value: 'Value',
    hint: 'Earlier values can be restored for 24 hours.',
    hintMany: 'Earlier values of more than 100,000 users are not kept: this cannot be undone.',
    clears: 'Without a value the field is cleared.',
    none: 'The bot has no custom field that takes values. Create one first.',
    noneLink: 'Custom fields',
    submit: 'Set the field',
    clear: 'Clear the field',
  },
  erasing: {
    title_one: 'Erase {{number}} user',
    title_other: 'Erase {{number}} users',
    mode: 'What to do with their data',
    modes: {
      erase: 'Delete everything',
      eraseText: 'Messages, events, fields and notes are deleted. Reports of the past will show smaller numbers.',
      anonymise: 'Anonymise',
      anonymiseText:
        'Names, texts, files, fields and notes are deleted. Actions stay under a random number, so reports keep their numbers.',
    },
    confirm: 'Type {{count}} to confirm',
    wrongCount: 'Type the number {{count}}',
    stays:
      'Not erased: what other people wrote about them, and backups until they expire. Their data is not imported again and they get no mailings until they press Start in the bot.',
    final: 'This cannot be undone.',
    submit: 'Erase',
  },
  grew: 'You selected {{before}}, and {{now}} match now. Check and confirm again.',
  actions: {
    set_field: 'Setting “{{field}}” to “{{value}}”',
    clear: 'Clearing “{{field}}”',
    setUnnamed: 'Setting a custom field',
    erase: 'Erasing users',
    anonymise: 'Anonymising users',
    undo: 'Restoring “{{field}}”',
    undoUnnamed: 'Restoring a custom field',
  },
  states: {
    waiting: 'Waiting for another job',
    running: 'Running',
    stopping: 'Stopping',
    stopped: 'Stopped',
    done: 'Done',
    failed: 'Failed: {{reason}}',
  },
  progress_one: '{{done}} of {{number}} user',
  progress_other: '{{done}} of {{number}} users',
  failed_one: '{{number}} value not accepted',
  failed_other: '{{number}} values not accepted',
  skipped_one: '{{number}} value changed since, kept',
  skipped_other: '{{number}} values changed since, kept',
  stop: 'Stop',
  undo: 'Undo',
  close: 'Hide',
  region: 'Bulk action',
  all: 'Bulk actions',
  by: '{{moment}}, {{name}}',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Jobs: typeof jobs;
  }
}
