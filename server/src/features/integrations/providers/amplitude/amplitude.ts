import { analyticsEvent } from '../analytics/analytics-event.ts';
import { deliverPlanned, jsonBytes, planRequests } from '../analytics/plan-requests.ts';
import { fingerprint, jsonHeaders } from '../analytics/read-json.ts';
import type { ConfigurationOf, ContextOf, DeliveryItem, Outcome, OutgoingRequest, ProviderOf } from '../provider.ts';
import { readAnswer } from './read-answer.ts';

/** Amplitude takes 1 MB and, in its free plan, 1,000 events a second in requests that are not large. */
const itemBytes = 900_000;
const requestBytes = 900_000;
const hosts = { us: 'api2.amplitude.com', eu: 'api.eu.amplitude.com' } as const;

type Configuration = ConfigurationOf<'amplitude'>;

/** Sends events to the HTTP API of Amplitude (amplitude.com/docs/apis/analytics/http-v2). */
export const amplitude: ProviderOf<'amplitude'> = {
  proves: 'arrival',
  limits: () => ({ items: 100, concurrency: 4, perSecond: 10 }),
  lane: ({ secrets }) => `amplitude:${fingerprint(secrets.api_key)}`,
  preview(items, configuration) {
    const [request] = planRequests(items, sizes(configuration)).requests;
    return request === undefined ? null : uploadRequest(request, configuration);
  },
  deliver: (items, context) =>
    deliverPlanned(items, sizes(context), context.secrets, (request) => upload(request, context)),
};

const sizes = (configuration: Configuration) => ({
  measure: (item: DeliveryItem) => jsonBytes(uploaded(item, configuration)),
  ...{ itemBytes, requestBytes },
});

/** An error means that nothing was taken: events that it does not list are sent once more, without those listed. */
async function upload(items: readonly DeliveryItem[], context: ContextOf<'amplitude'>): Promise<Outcome[]> {
  const outcomes = readAnswer(await context.send(uploadRequest(items, context)), items, context.now());
  const others = items.filter((_, index) => outcomes[index] === null);
  if (others.length === 0) return outcomes as Outcome[];
  const again = readAnswer(await context.send(uploadRequest(others, context)), others, context.now());
  const unclear: Outcome = { kind: 'split', code: 'rejected', detail: '' };
  const later = new Map(others.map((item, index) => [item, again[index] ?? unclear]));
  return items.map((item, index) => outcomes[index] ?? later.get(item) ?? unclear);
}

function uploadRequest(items: readonly DeliveryItem[], configuration: Configuration): OutgoingRequest {
  return {
    method: 'POST',
    url: `https://${hosts[configuration.settings.region]}/2/httpapi`,
    headers: jsonHeaders,
    body: JSON.stringify({
      api_key: configuration.secrets.api_key,
      events: items.map((item) => uploaded(item, configuration)),
      // Amplitude takes IDs of five characters and more unless asked to: the oldest of Telegram's are shorter.
      options: { min_id_length: 1 },
    }),
  };
}

function uploaded(item: DeliveryItem, configuration: Configuration) {
  const { id, name, userId, botId, time, properties, userProperties, revenue } = analyticsEvent(item, configuration);
  const isRevenue = revenue !== null && revenue.currency === configuration.settings.revenue_currency;
  return {
    ...(userId === null ? { device_id: botId } : { user_id: userId }),
    ...{ event_type: name, time, insert_id: id, event_properties: properties },
    ...(userId !== null && { user_properties: userProperties }),
    ...(isRevenue && { revenue: revenue.value, revenueType: revenue.value < 0 ? 'Refund' : 'Purchase' }),
  };
}
