/** Notes about a user, and who looks after them. */
export const userNotes = {
  title: 'Notes',
  hint: 'Only your team sees them.',
  none: 'No notes yet.',
  write: 'New note',
  add: 'Add note',
  edit: 'Edit the note of {{time}}',
  remove: 'Delete the note of {{time}}',
  text: 'Note',
  save: 'Save',
  edited: 'edited {{time}}',
  someone: 'Deleted account',
  removed: 'Note deleted',
  restored: 'Note restored',
  undo: 'Undo',
  responsible: 'Responsible',
  nobody: 'Nobody',
  you: '{{name}} (you)',
  responsibleNow: '{{name}} is now responsible',
  nobodyNow: 'Nobody is responsible now',
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    UserNotes: typeof userNotes;
  }
}
