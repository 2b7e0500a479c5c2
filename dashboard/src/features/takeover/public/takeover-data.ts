import { api, type Takeover, type WithheldMode } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { changeAtOnce } from '../../../platform/api/optimistic.ts';

/** The page hears of changes at once; the count of what another process withheld is asked for, ms. */
const lookMs = 15_000;

const toParams = (botKey: string, userId: number) => ({ key: botKey, user_id: String(userId) });

export const takeoverQuery = (botKey: string, userId: number) =>
  queryOptions({
    queryKey: ['bots', botKey, 'takeover', userId],
    queryFn: ({ signal }) => call(api.getTakeover, { params: toParams(botKey, userId), signal }),
    refetchInterval: lookMs,
    staleTime: 0,
  });

/** Reloads the colleague who has the chat, where one is shown. */
export const refreshTakeover = (botKey: string, userId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: takeoverQuery(botKey, userId).queryKey });

/** @throws ApiError TakenOver if a colleague has the chat, unless `fromColleague` */
export async function takeOver(botKey: string, userId: number, fromColleague: boolean): Promise<void> {
  const body = { from_colleague: fromColleague };
  keep(botKey, userId, await call(api.takeOver, { params: toParams(botKey, userId), body }));
}

/** @throws ApiError */
export async function releaseChat(botKey: string, userId: number): Promise<void> {
  keep(botKey, userId, await call(api.releaseTakeover, { params: toParams(botKey, userId) }));
}

const keep = (botKey: string, userId: number, state: Takeover): void =>
  void queryClient.setQueryData(takeoverQuery(botKey, userId).queryKey, state);

export const takeoverSettingsQuery = (botKey: string) =>
  queryOptions({
    queryKey: ['bots', botKey, 'takeover-settings'],
    queryFn: ({ signal }) => call(api.getTakeoverSettings, { params: { key: botKey }, signal }),
  });

/** @throws ApiError */
export const saveWithheld = (botKey: string, withheld: WithheldMode): Promise<unknown> =>
  changeAtOnce({
    queryKey: takeoverSettingsQuery(botKey).queryKey,
    apply: (settings) => ({ ...settings, withheld }),
    send: () => call(api.setTakeoverSettings, { params: { key: botKey }, body: { withheld } }),
  });
