import {
  integrationEndpoints as calls,
  type DeliveryState,
  type Integration,
  type IntegrationDraft,
  type IntegrationEventType,
} from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** Figures move while events are delivered. */
const figuresEveryMs = 5_000;
const binEveryMs = 3_000;

const listKey = ['integrations'] as const;
const oneKey = (key: string) => [...listKey, key];
const toPath = ({ bot_key, integration_key }: Pick<Integration, 'bot_key' | 'integration_key'>) => ({
  key: bot_key,
  integration_key,
});

/** Loads the integrations of all bots of the account, or those of the demo's bot. */
export const integrationsQuery = (demoKey: string | null) =>
  queryOptions({
    queryKey: [...listKey, 'list', demoKey],
    queryFn: ({ signal }): Promise<Integration[]> =>
      demoKey === null
        ? call(calls.listIntegrations, { signal })
        : call(calls.listBotIntegrations, { params: { key: demoKey }, signal }),
    staleTime: 0,
    refetchInterval: figuresEveryMs,
  });

/** Loads one integration again and again; `isPaused` while it is being removed. */
export const integrationQuery = (integration: Integration, isPaused: boolean) =>
  queryOptions({
    queryKey: [...oneKey(integration.integration_key), 'figures'],
    queryFn: ({ signal }) => call(calls.getIntegration, { params: toPath(integration), signal }),
    initialData: integration,
    staleTime: 0,
    refetchInterval: isPaused ? false : figuresEveryMs,
  });

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  type?: IntegrationEventType | undefined;
}

/** Loads deliveries, the newest first; each page ends with the delivery that the next one comes after. */
export const deliveriesQuery = (integration: Integration, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...oneKey(integration.integration_key), 'deliveries', filter],
    queryFn: ({ pageParam, signal }) =>
      call(calls.listDeliveries, {
        params: toPath(integration),
        query: { ...filter, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items, more }) => (more ? items.at(-1)?.delivery_id : undefined),
    staleTime: 0,
    // New deliveries come in while only the newest page is open; older ones are read in peace.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : figuresEveryMs),
  });

export const deliveryQuery = (integration: Integration, deliveryId: string) =>
  queryOptions({
    queryKey: [...oneKey(integration.integration_key), 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      call(calls.getDelivery, { params: { ...toPath(integration), delivery_id: deliveryId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.delivery.state === 'waiting' ? figuresEveryMs : false),
  });

export const binRequestsQuery = (integration: Integration) =>
  queryOptions({
    queryKey: [...oneKey(integration.integration_key), 'requests'],
    queryFn: ({ signal }) => call(calls.listBinRequests, { params: toPath(integration), signal }),
    staleTime: 0,
    refetchInterval: binEveryMs,
  });

/** Puts a new or changed integration into every answer that holds it. */
function keep(integration: Integration): Integration {
  const key = integration.integration_key;
  queryClient.setQueryData<Integration[]>(
    integrationsQuery(null).queryKey,
    (list) =>
      list &&
      (list.some((each) => each.integration_key === key)
        ? list.map((each) => (each.integration_key === key ? integration : each))
        : [integration, ...list]),
  );
  queryClient.setQueryData([...oneKey(key), 'figures'], integration);
  return integration;
}

/** Asks again for figures and deliveries, after events were sent again. */
const refresh = ({ integration_key: key }: Integration) => queryClient.invalidateQueries({ queryKey: oneKey(key) });

/** @throws ApiError TooManyIntegrations, and errors of `settings.<key>` and `secrets.<key>` */
export const createIntegration = async (bot: string, draft: IntegrationDraft): Promise<Integration> =>
  keep(await call(calls.createIntegration, { params: { key: bot }, body: draft }));

/** @throws ApiError as `createIntegration` */
export async function updateIntegration(integration: Integration, draft: IntegrationDraft): Promise<Integration> {
  return keep(await call(calls.updateIntegration, { params: toPath(integration), body: draft }));
}

/** @throws ApiError */
export async function setStatus(
  integration: Integration,
  status: 'on' | 'paused',
  waiting: 'send' | 'skip' = 'send',
): Promise<void> {
  keep(await call(calls.setIntegrationStatus, { params: toPath(integration), body: { status, waiting } }));
  await refresh(integration);
}

/** @throws ApiError InvalidField (name) */
export const removeIntegration = (integration: Integration, name: string) =>
  call(calls.removeIntegration, { params: toPath(integration), body: { name } });

/** Takes a removed integration out of the list. */
export function dropIntegration({ integration_key: key }: Integration): void {
  queryClient.setQueryData<Integration[]>(integrationsQuery(null).queryKey, (list) =>
    list?.filter((each) => each.integration_key !== key),
  );
  queryClient.removeQueries({ queryKey: oneKey(key) });
}

interface Trial {
  bot: string;
  draft: IntegrationDraft;
  /** Key of the saved integration whose secrets count where the draft has none. */
  saved: string | undefined;
}
const trialOf = ({ bot, draft, saved }: Trial) => ({
  params: { key: bot },
  body: { draft, integration_key: saved },
});

/** @throws ApiError as `createIntegration` */
export const testIntegration = (trial: Trial) => call(calls.testIntegration, trialOf(trial));

/** @throws ApiError as `createIntegration` */
export const previewIntegration = (trial: Trial) => call(calls.previewIntegration, trialOf(trial));

/** Sends deliveries again, or all in a state. @returns how many @throws ApiError */
export async function retryDeliveries(
  integration: Integration,
  body: { delivery_ids: string[] } | { state: 'failed' | 'unknown' },
): Promise<number> {
  const { count } = await call(calls.retryDeliveries, { params: toPath(integration), body });
  await refresh(integration);
  return count;
}

interface Period {
  from: string;
  until: string;
}
/** @throws ApiError */
export const countReplay = async (integration: Integration, period: Period): Promise<number> =>
  (await call(calls.replayDeliveries, { params: toPath(integration), body: { ...period, dry_run: true } })).count;

/** @throws ApiError */
export async function replayDeliveries(integration: Integration, period: Period): Promise<number> {
  const { count } = await call(calls.replayDeliveries, {
    params: toPath(integration),
    body: { ...period, dry_run: false },
  });
  await refresh(integration);
  return count;
}

/** @throws ApiError */
export const countBackfill = (integration: Integration, from: string) =>
  call(calls.backfillIntegration, { params: toPath(integration), body: { from, dry_run: true } });

/** @throws ApiError */
export async function startBackfill(integration: Integration, from: string): Promise<void> {
  await call(calls.backfillIntegration, { params: toPath(integration), body: { from, dry_run: false } });
  await refresh(integration);
}
