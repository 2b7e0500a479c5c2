import { manifest } from './manifest.ts';

/** Bot users: the list, segments, conversations. */
export const users = manifest({
  permissions: [
    'section.users.list',
    'section.users.export',
    'section.users.chat.view',
    'section.users.messages.send',
    'communication.files.get',
  ],
  auditActions: [
    'segment_added',
    'segment_changed',
    'segment_removed',
    'segment_restored',
    'list_changed',
    'conversation_viewed',
    'view_added',
    'view_changed',
    'view_removed',
    'view_restored',
  ],
});
