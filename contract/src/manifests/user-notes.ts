import { manifest } from './manifest.ts';

/** Notes about a bot user, and who looks after them. The permissions are those of the users' section. */
export const userNotes = manifest({
  auditActions: ['note_added', 'note_changed', 'note_removed', 'note_restored', 'responsible_changed'],
});
