import { api, type UserNote } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** A user of a bot. */
export interface NotedUser {
  botKey: string;
  userId: number;
}

const toParams = ({ botKey, userId }: NotedUser) => ({ key: botKey, user_id: String(userId) });

/** The notes about a user, the newest first, and who is responsible. Colleagues write too, so a tab that is looked at again asks. */
export const notesQuery = (notedUser: NotedUser) =>
  queryOptions({
    queryKey: ['bots', notedUser.botKey, 'users', notedUser.userId, 'notes'],
    queryFn: ({ signal }) => call(api.listUserNotes, { params: toParams(notedUser), signal }),
    refetchOnWindowFocus: 'always',
  });

export const colleaguesQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'colleagues'],
    queryFn: ({ signal }) => call(api.listColleagues, { params: { key }, signal }),
  });

/** @throws ApiError */
export async function addNote(notedUser: NotedUser, text: string): Promise<void> {
  const note = await call(api.addUserNote, { params: toParams(notedUser), body: { text } });
  await change(notedUser, (notes) => [note, ...notes]);
}

const noteParams = (notedUser: NotedUser, id: number) => ({ ...toParams(notedUser), note_id: String(id) });

/** @throws ApiError */
export async function updateNote(notedUser: NotedUser, id: number, text: string): Promise<void> {
  const note = await call(api.updateUserNote, { params: noteParams(notedUser, id), body: { text } });
  await change(notedUser, (notes) => notes.map((one) => (one.note_id === id ? note : one)));
}

/** `restoreNote` takes it back. @throws ApiError */
export async function removeNote(notedUser: NotedUser, id: number): Promise<void> {
  await call(api.removeUserNote, { params: noteParams(notedUser, id) });
  await change(notedUser, (notes) => notes.filter(({ note_id }) => note_id !== id));
}

/** @throws ApiError */
export async function restoreNote(notedUser: NotedUser, id: number): Promise<void> {
  const note = await call(api.restoreUserNote, { params: noteParams(notedUser, id) });
  await change(notedUser, (notes) => [...notes, note].sort((one, other) => other.note_id - one.note_id));
}

/** @throws ApiError */
export async function setResponsible(notedUser: NotedUser, account: string | null): Promise<void> {
  const { responsible } = await call(api.setResponsible, {
    params: toParams(notedUser),
    body: { account_key: account },
  });
  const { queryKey } = notesQuery(notedUser);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (data) => data && { ...data, responsible });
}

async function change(notedUser: NotedUser, write: (notes: UserNote[]) => UserNote[]): Promise<void> {
  const { queryKey } = notesQuery(notedUser);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (data) => data && { ...data, notes: write(data.notes) });
}
