import { api, type UserNote } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** A user of a bot. */
export interface NotedUser {
  botKey: string;
  userId: number;
}

const paramsOf = ({ botKey, userId }: NotedUser) => ({ key: botKey, user_id: String(userId) });

/** The notes about a user, the newest first, and who is responsible. Colleagues write too, so a tab that is looked at again asks. */
export const notesQuery = (of: NotedUser) =>
  queryOptions({
    queryKey: ['bots', of.botKey, 'users', of.userId, 'notes'],
    queryFn: ({ signal }) => call(api.listUserNotes, { params: paramsOf(of), signal }),
    refetchOnWindowFocus: 'always',
  });

export const colleaguesQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'colleagues'],
    queryFn: ({ signal }) => call(api.listColleagues, { params: { key }, signal }),
  });

/** @throws ApiError */
export async function addNote(of: NotedUser, text: string): Promise<void> {
  const note = await call(api.addUserNote, { params: paramsOf(of), body: { text } });
  await change(of, (notes) => [note, ...notes]);
}

const noteParams = (of: NotedUser, id: number) => ({ ...paramsOf(of), note_id: String(id) });

/** @throws ApiError */
export async function updateNote(of: NotedUser, id: number, text: string): Promise<void> {
  const note = await call(api.updateUserNote, { params: noteParams(of, id), body: { text } });
  await change(of, (notes) => notes.map((one) => (one.note_id === id ? note : one)));
}

/** `restoreNote` takes it back. @throws ApiError */
export async function removeNote(of: NotedUser, id: number): Promise<void> {
  await call(api.removeUserNote, { params: noteParams(of, id) });
  await change(of, (notes) => notes.filter(({ note_id }) => note_id !== id));
}

/** @throws ApiError */
export async function restoreNote(of: NotedUser, id: number): Promise<void> {
  const note = await call(api.restoreUserNote, { params: noteParams(of, id) });
  await change(of, (notes) => [...notes, note].sort((one, other) => other.note_id - one.note_id));
}

/** @throws ApiError */
export async function setResponsible(of: NotedUser, account: string | null): Promise<void> {
  const { responsible } = await call(api.setResponsible, { params: paramsOf(of), body: { account_key: account } });
  const { queryKey } = notesQuery(of);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (data) => data && { ...data, responsible });
}

async function change(of: NotedUser, write: (notes: UserNote[]) => UserNote[]): Promise<void> {
  const { queryKey } = notesQuery(of);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (data) => data && { ...data, notes: write(data.notes) });
}
