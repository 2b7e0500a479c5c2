import { analyticsEvent } from '../analytics/analytics-event.ts';
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

const itemBytes = 1_000_000;
const requestBytes = 2_000_000;
const hosts = { us: 'api.mixpanel.com', eu: 'api-eu.mixpanel.com', in: 'api-in.mixpanel.com' } as const;

type Configuration = ConfigurationOf<'mixpanel'>;

/** Sends events to the import API of Mixpanel (docs.mixpanel.com/reference/import-events). */
export const mixpanel: ProviderOf<'mixpanel'> = {
  proves: 'arrival',
  limits: () => ({ items: 2_000, concurrency: 4, perSecond: null }),
  lane: ({ settings }) => `mixpanel:${settings.project_id}`,
  preview(items, configuration) {
    const [request] = planRequests(items, sizes(configuration)).requests;
    return request === undefined ? null : importRequest(request, configuration);
  },
  deliver: (items, context) =>
    deliverPlanned(items, sizes(context), context.secrets, async (request) =>
      readAnswer(await context.send(importRequest(request, context)), request, context.now()),
    ),
};

const sizes = (configuration: Configuration) => ({
  measure: (item: DeliveryItem) => jsonBytes(imported(item, configuration)),
  ...{ itemBytes, requestBytes },
});

function importRequest(items: readonly DeliveryItem[], configuration: Configuration): OutgoingRequest {
  const { settings, secrets } = configuration;
  const credentials = Buffer.from(`${settings.username}:${secrets.secret}`).toString('base64');
  return {
    method: 'POST',
    url: `https://${hosts[settings.region]}/import?strict=1&project_id=${settings.project_id}`,
    headers: { ...jsonHeaders, authorization: `Basic ${credentials}` },
    body: JSON.stringify(items.map((item) => imported(item, configuration))),
  };
}

/** Events about the bot have an empty user, which Mixpanel leaves out of what it says of users. */
function imported(item: DeliveryItem, configuration: Configuration) {
  const { id, name, userId, time, properties, userProperties } = analyticsEvent(item, configuration);
  const ofUser = Object.entries(userProperties).map(([key, value]) => [`user_${key}`, value]);
  return {
    event: name,
    properties: {
      ...properties,
      ...Object.fromEntries(ofUser),
      time,
      distinct_id: userId ?? '',
      $insert_id: insertId(id),
    },
  };
}

/** Mixpanel takes letters, digits and `-`. */
const insertId = (id: string): string => id.replaceAll('_', '-');

/** A 400 lists the events that are wrong; the others were taken. */
function readAnswer(answer: ProviderAnswer, items: readonly DeliveryItem[], now: number): Outcome[] {
  const outcome = readStatus(answer, now);
  const failed = readJson(answer)?.failed_records;
  if (answer.status === 402)
    return forAll(items, { kind: 'retry', code: 'quota', detail: `402 ${answer.body.slice(0, 500)}` });
  if (answer.status !== 400 || !Array.isArray(failed) || failed.length === 0) return forAll(items, outcome);
  return items.map(({ event }, index) => {
    const refused = failed.find((record) => record?.index === index || record?.insert_id === insertId(event.id));
    if (refused === undefined) return { kind: 'delivered' };
    return { kind: 'rejected', code: 'rejected', detail: String(refused.message ?? '').slice(0, 500) };
  });
}
