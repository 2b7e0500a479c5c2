import { manifest } from './manifest.ts';

/** Users behind a number; their chats are planned. */
export const users = manifest({
  permissions: ['section.users.list', 'section.users.export', 'section.users.chat.view', 'section.users.messages.send'],
});
