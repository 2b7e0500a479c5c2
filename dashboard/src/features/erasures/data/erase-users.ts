import { api, type Erasure, type ErasureMode } from '@botscope/contract';
import { call, queryClient } from '../../../platform/api/call.ts';

/** An answer may contain the users for 5 s at most: what was loaded before is asked for once more then, ms. */
const hiddenMs = 5_000;

/** Begins an erasure; lists and counts of users are asked for again, now and when it must have hidden them. @throws ApiError */
export async function eraseUsers(key: string, userIds: readonly number[], mode: ErasureMode): Promise<Erasure> {
  const erasure = await call(api.eraseUsers, { params: { key }, body: { user_ids: [...userIds], mode } });
  const reload = () => queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'] });
  setTimeout(() => void reload(), hiddenMs);
  await reload();
  return erasure;
}
