import { analyticsEvent } from '../analytics/analytics-event.ts';
import { maskSecrets } from '../analytics/mask-secrets.ts';
import { deliverPlanned, jsonBytes, planRequests } from '../analytics/plan-requests.ts';
import { jsonHeaders, readJson } from '../analytics/read-json.ts';
import type {
  ConfigurationOf,
  DeliveryItem,
  Outcome,
  OutgoingRequest,
  ProviderAnswer,
  ProviderOf,
} from '../provider.ts';
import { forAll, readStatus } from '../read-status.ts';
import { eventUuid } from './event-uuid.ts';

/** PostHog takes 20 MB and 1 MB an event; smaller requests need less memory and are repeated faster. */
const itemBytes = 900_000;
const requestBytes = 5_000_000;
/** PostHog asks for a mark on older events, so that a load of them does not look like a sudden rise. */
const historicalMs = 48 * 3_600_000;
const quotaRetryMs = 3_600_000;

type Configuration = ConfigurationOf<'posthog'>;

/** Sends events to the capture API of PostHog (posthog.com/docs/api/capture). */
export const posthog: ProviderOf<'posthog'> = {
  proves: 'address',
  limits: () => ({ items: 500, concurrency: 4, perSecond: null }),
  lane: ({ settings }) => `host:${new URL(settings.host).host}`,
  preview(items, configuration, now) {
    const [request] = planRequests(items, sizes(configuration)).requests;
    return request === undefined ? null : batchRequest(request, configuration, now);
  },
  deliver: (items, context) =>
    deliverPlanned(items, sizes(context), context.secrets, async (request) => {
      const answer = await context.send(batchRequest(request, context, context.now()));
      return forAll(request, readAnswer(answer, context.now()));
    }),
  // Feature flags are asked for a user who does not exist: unlike the capture API, they need a key that is known.
  async test(context) {
    const answer = await context.send({
      method: 'POST',
      url: address(context, '/flags?v=2'),
      headers: jsonHeaders,
      body: JSON.stringify({ api_key: context.secrets.api_key, distinct_id: 'botscope-test' }),
    });
    const outcome = readStatus(answer, context.now());
    const isOther = outcome.kind === 'delivered' && readJson(answer) === null;
    const [masked] = maskSecrets([isOther ? otherServer : outcome], context.secrets);
    return masked as Outcome;
  },
};

const sizes = (configuration: Configuration) => ({
  measure: (item: DeliveryItem) => jsonBytes(captured(item, configuration)),
  ...{ itemBytes, requestBytes },
});

const address = ({ settings }: Pick<Configuration, 'settings'>, path: string): string =>
  settings.host.replace(/\/+$/, '') + path;

function batchRequest(items: readonly DeliveryItem[], configuration: Configuration, now: number): OutgoingRequest {
  const isPast = items.every(({ event }) => Date.parse(event.at) < now - historicalMs);
  return {
    method: 'POST',
    url: address(configuration, '/batch/'),
    headers: jsonHeaders,
    body: JSON.stringify({
      api_key: configuration.secrets.api_key,
      ...(isPast && { historical_migration: true }),
      batch: items.map((item) => captured(item, configuration)),
    }),
  };
}

/** PostHog knows an event again by its UUID, name, time and user, and would place users where our server is. */
function captured(item: DeliveryItem, configuration: Configuration) {
  const { id, name, userId, botId, at, properties, userProperties } = analyticsEvent(item, configuration);
  return {
    event: name,
    distinct_id: userId ?? botId,
    uuid: eventUuid(id),
    timestamp: at,
    properties: {
      ...properties,
      $lib: 'botscope',
      $geoip_disable: true,
      ...(userId === null ? { $process_person_profile: false } : { $set: userProperties }),
    },
  };
}

const otherServer: Outcome = { kind: 'stop', code: 'misconfigured', detail: 'The address does not answer as PostHog' };

function readAnswer(answer: ProviderAnswer, now: number): Outcome {
  const outcome = readStatus(answer, now);
  const quota: Outcome = {
    ...{ kind: 'retry', code: 'quota', afterMs: quotaRetryMs },
    detail: `${answer.status} ${answer.body.slice(0, 500)}`,
  };
  if (outcome.kind === 'retry' && /billing limit/i.test(answer.body)) return quota;
  if (outcome.kind !== 'delivered') return outcome;
  const body = readJson(answer);
  if (body === null || !('status' in body)) return otherServer;
  const limited = body.quota_limited;
  return Array.isArray(limited) && limited.includes('events') ? quota : outcome;
}
