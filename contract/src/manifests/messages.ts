import { manifest } from './manifest.ts';

/** Writing to one user. Its permission is among those of the users' section. */
export const messages = manifest({
  auditActions: ['message_sent', 'message_edited', 'message_deleted', 'message_repeated', 'message_dismissed'],
});
