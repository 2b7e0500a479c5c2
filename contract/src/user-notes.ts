import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { userPath } from './user.ts';

/** Characters of one note. */
export const longestUserNote = 4_000;
/** Limit for one user. */
export const maxUserNotes = 200;

export const UserNote = z.object({
  note_id: z.number(),
  text: z.string(),
  /** Name or email of the author; null where the account has been deleted. */
  author: z.nullable(z.string()),
  /** Whether the asking account wrote it: others may not change it. */
  is_own: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type UserNote = z.output<typeof UserNote>;

/** An account with access to the bot. */
export const Colleague = z.object({ account_key: z.string(), name: z.string(), is_you: z.boolean() });
export type Colleague = z.output<typeof Colleague>;

const Responsible = z.object({
  /** Null: nobody, or a colleague who has no access any more. */
  responsible: z.nullable(Colleague),
});

const notePath = z.extend(userPath, { note_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });
const noteBody = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestUserNote)),
});

/** Colleagues' notes about a bot user, and the colleague who looks after that user. */
export const userNoteEndpoints = {
  /** The newest first. */
  listUserNotes: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/notes',
    access: 'section.users.chat.view',
    params: userPath,
    data: z.extend(Responsible, { notes: z.array(UserNote) }),
  }),
  addUserNote: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/notes',
    access: 'section.users.messages.send',
    params: userPath,
    body: noteBody,
    data: UserNote,
  }),
  /** Only its author may change, remove and restore a note. */
  updateUserNote: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/notes/{note_id}',
    access: 'section.users.messages.send',
    params: notePath,
    body: noteBody,
    data: UserNote,
  }),
  removeUserNote: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/users/{user_id}/notes/{note_id}',
    access: 'section.users.messages.send',
    params: notePath,
    data: z.object({ removed: z.literal(true) }),
  }),
  /** Within a day of the removal. */
  restoreUserNote: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/notes/{note_id}/restore',
    access: 'section.users.messages.send',
    params: notePath,
    data: UserNote,
  }),
  /** Colleagues who can be responsible, by name. */
  listColleagues: endpoint({
    method: 'GET',
    path: '/bots/{key}/colleagues',
    access: 'section.users.messages.send',
    params: botPath,
    data: z.array(Colleague),
  }),
  setResponsible: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/responsible',
    access: 'section.users.messages.send',
    params: userPath,
    body: z.object({ account_key: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))) }),
    data: Responsible,
  }),
};
