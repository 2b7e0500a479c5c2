import { api, type Erasure, type ErasureMode } from '@botscope/contract';
import { call } from '../../../platform/api/call.ts';
import { reloadUsers } from '../public/reload-users.ts';

/** Begins an erasure; what shows users follows. @throws ApiError */
export async function eraseUsers(key: string, userIds: readonly number[], mode: ErasureMode): Promise<Erasure> {
  const erasure = await call(api.eraseUsers, { params: { key }, body: { user_ids: [...userIds], mode } });
  await reloadUsers(key);
  return erasure;
}
