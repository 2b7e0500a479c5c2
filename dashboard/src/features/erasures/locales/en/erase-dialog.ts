export const eraseDialog = {
  title_one: 'Erase user {{id}}',
  title_other: 'Erase {{number}} users',
  mode: 'What to do with their data',
  erase: 'Delete everything',
  eraseText: 'Messages, events, fields and notes are deleted. Reports of the past will show smaller numbers.',
  anonymise: 'Anonymise',
  anonymiseText:
    'Names, texts, files, fields and notes are deleted. Actions stay under a random number, so reports keep their numbers.',
  stays: 'Not erased: what other people wrote about them, and backups until they expire.',
  blocked: 'Their data is not imported again and they get no mailings until they press Start in the bot.',
  final: 'This cannot be undone.',
  confirm: 'Type {{text}} to confirm',
  mismatch: 'This does not match. Type {{text}}',
  submit: 'Erase',
  done_one: 'Erasure of the user has started',
  done_other: 'Erasure of {{number}} users has started',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    EraseDialog: typeof eraseDialog;
  }
}
