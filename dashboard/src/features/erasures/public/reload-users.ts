import { queryClient } from '../../../platform/api/call.ts';

/** An answer may contain erased users for 5 s at most: what was loaded before is asked for once more then, ms. */
const hiddenMs = 5_000;

/** After an erasure has begun: lists and counts of users are asked for again, now and when it must have hidden them. */
export async function reloadUsers(key: string): Promise<void> {
  const reload = () => queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'] });
  setTimeout(() => void reload(), hiddenMs);
  await reload();
}
