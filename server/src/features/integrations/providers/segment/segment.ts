import { type AnalyticsEvent, analyticsEvent, type Properties } from '../analytics/analytics-event.ts';
import { deliverPlanned, jsonBytes, planRequests } from '../analytics/plan-requests.ts';
import { fingerprint, jsonHeaders, readJson } from '../analytics/read-json.ts';
import type {
  ConfigurationOf,
  DeliveryItem,
  Outcome,
  OutgoingRequest,
  ProviderAnswer,
  ProviderOf,
} from '../provider.ts';
import { forAll, readStatus } from '../read-status.ts';

/** Segment takes 32 kB a message and 500 kB a request. */
const itemBytes = 32_000;
const requestBytes = 490_000;
const hosts = { us: 'api.segment.io', eu: 'events.eu1.segmentapis.com' } as const;

type Configuration = ConfigurationOf<'segment'>;

/** Sends events to the tracking API of Segment, which answers 200 to nearly everything. */
export const segment: ProviderOf<'segment'> = {
  proves: 'address',
  limits: () => ({ items: 250, concurrency: 4, perSecond: 50 }),
  lane: ({ secrets }) => `segment:${fingerprint(secrets.write_key)}`,
  preview(items, configuration) {
    const [request] = planRequests(items, sizes(configuration)).requests;
    return request === undefined ? null : batchRequest(request, configuration);
  },
  deliver: (items, context) =>
    deliverPlanned(items, sizes(context), context.secrets, async (request) =>
      forAll(request, readAnswer(await context.send(batchRequest(request, context)), context.now())),
    ),
};

/** The messages of an event together stay below the limit of one. */
const sizes = (configuration: Configuration) => ({
  measure: (item: DeliveryItem) => jsonBytes(messages(item, configuration)),
  ...{ itemBytes, requestBytes },
});

function batchRequest(items: readonly DeliveryItem[], configuration: Configuration): OutgoingRequest {
  const { settings, secrets } = configuration;
  return {
    method: 'POST',
    url: `https://${hosts[settings.region]}/v1/batch`,
    headers: { ...jsonHeaders, authorization: `Basic ${Buffer.from(`${secrets.write_key}:`).toString('base64')}` },
    body: JSON.stringify({ batch: items.flatMap((item) => messages(item, configuration)) }),
  };
}

/** An event, and the user's traits before it where the user starts the bot: the moment at which most are news. */
function messages(item: DeliveryItem, configuration: Configuration) {
  const event = analyticsEvent(item, configuration);
  const traits = userTraits(event.userProperties);
  const common = {
    ...(event.userId === null ? { anonymousId: event.botId } : { userId: event.userId }),
    timestamp: event.at,
  };
  const library = { name: 'botscope' };
  const track = {
    ...{ type: 'track', messageId: event.id, ...common, event: event.name },
    ...{ properties: trackProperties(event), context: event.userId === null ? { library } : { library, traits } },
  };
  if (event.userId === null || item.event.type !== 'user.started') return [track];
  return [{ type: 'identify', messageId: `${event.id}-identify`, ...common, traits, context: { library } }, track];
}

/** `revenue` and `currency` are Segment's words. Stars are an amount only. */
const trackProperties = ({ properties, revenue }: AnalyticsEvent) =>
  revenue === null ? properties : { ...properties, revenue: revenue.value };

/** Segment writes names of users in its own way. */
const userTraits = ({ first_name, last_name, ...others }: Properties) => ({
  ...others,
  ...(first_name !== undefined && { firstName: first_name }),
  ...(last_name !== undefined && { lastName: last_name }),
});

function readAnswer(answer: ProviderAnswer, now: number): Outcome {
  const outcome = readStatus(answer, now);
  if (outcome.kind !== 'delivered' || readJson(answer)?.success !== false) return outcome;
  return { kind: 'split', code: 'rejected', detail: answer.body.slice(0, 500) };
}
