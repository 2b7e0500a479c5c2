import { type MiniApp, miniAppEndpoints, type PageStatus } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { errorsEveryMs, followEveryMs } from '../public/script-data.ts';

export type AppPath = Pick<MiniApp, 'app_id' | 'bot_key'>;

const toParams = ({ app_id, bot_key }: AppPath) => ({ key: bot_key, app_id: String(app_id) });
const keyOf = ({ app_id, bot_key }: AppPath, part: string) => ['bots', bot_key, 'mini-apps', app_id, part];

/** Loads the apps of all bots of the account, or of the demo's bot; newest first. */
export const appsQuery = (demo: string | null) =>
  queryOptions({
    queryKey: ['mini-apps', demo],
    queryFn: ({ signal }) =>
      demo === null
        ? call(miniAppEndpoints.listAll, { signal })
        : call(miniAppEndpoints.list, { params: { key: demo }, signal }),
    staleTime: 0,
  });
const ownAppsKey = appsQuery(null).queryKey;

/** Loads the numbers that an app has reported in the last 30 days. */
export const numbersQuery = (app: AppPath) =>
  queryOptions({
    queryKey: keyOf(app, 'numbers'),
    queryFn: ({ signal }) => call(miniAppEndpoints.numbers, { params: toParams(app), signal }),
  });

/** The last hits, requested again and again while the page is visible. */
export const recentHitsQuery = (app: AppPath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(app, 'hits'),
    queryFn: ({ signal }) => call(miniAppEndpoints.recentHits, { params: toParams(app), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : followEveryMs,
    refetchOnWindowFocus: !isPaused,
  });

export const appErrorsQuery = (app: AppPath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(app, 'errors'),
    queryFn: ({ signal }) => call(miniAppEndpoints.errors, { params: toParams(app), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : errorsEveryMs,
  });

/** Pages of the app that report with another key. */
export const otherKeysQuery = (app: AppPath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(app, 'other-keys'),
    queryFn: ({ signal }) => call(miniAppEndpoints.otherKeys, { params: toParams(app), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : errorsEveryMs,
  });

export interface AppDraft {
  system_name: string;
  origins: string[];
}

/** @throws ApiError AppAlreadyExists (system_name), TooManyMiniApps */
export async function createApp(bot: string, draft: AppDraft): Promise<MiniApp> {
  return keepApp(await call(miniAppEndpoints.create, { params: { key: bot }, body: draft }));
}

/** @throws ApiError AppAlreadyExists (system_name) */
export async function updateApp(app: AppPath, draft: AppDraft): Promise<MiniApp> {
  return keepApp(await call(miniAppEndpoints.update, { params: toParams(app), body: draft }));
}

/** @throws ApiError */
export async function setAppStatus(app: AppPath, status: PageStatus): Promise<MiniApp> {
  return keepApp(await call(miniAppEndpoints.setStatus, { params: toParams(app), body: { status } }));
}

/** Issues a new key; the previous one is accepted for `keepHours` more. @throws ApiError */
export async function rotateAppKey(app: AppPath, keepHours: number): Promise<MiniApp> {
  const body = { keep_hours: keepHours };
  return keepApp(await call(miniAppEndpoints.rotateKey, { params: toParams(app), body }));
}

/** With everything that it has reported. @throws ApiError */
export async function removeApp(app: AppPath, systemName: string): Promise<void> {
  await call(miniAppEndpoints.remove, { params: toParams(app), body: { system_name: systemName } });
}

/** Takes a removed app out of the list. */
export function dropApp({ app_id }: AppPath): void {
  queryClient.setQueryData(ownAppsKey, (list) => list?.filter((one) => one.app_id !== app_id));
}

function keepApp(app: MiniApp): MiniApp {
  queryClient.setQueryData(ownAppsKey, (list) => list && withApp(list, app));
  return app;
}

const withApp = (list: readonly MiniApp[], app: MiniApp): MiniApp[] =>
  list.some(({ app_id }) => app_id === app.app_id)
    ? list.map((one) => (one.app_id === app.app_id ? app : one))
    : [app, ...list];
