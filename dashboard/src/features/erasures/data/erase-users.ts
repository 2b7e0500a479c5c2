import { api, type Erasure, type ErasureMode } from '@botscope/contract';
import { call, queryClient } from '../../../platform/api/call.ts';

/** Begins an erasure; lists and counts of users are asked for again. @throws ApiError */
export async function eraseUsers(key: string, userIds: readonly number[], mode: ErasureMode): Promise<Erasure> {
  const erasure = await call(api.eraseUsers, { params: { key }, body: { user_ids: [...userIds], mode } });
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'] });
  return erasure;
}
