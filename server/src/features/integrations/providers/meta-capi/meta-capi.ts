import { hideSecrets } from '../hide-secrets.ts';
import type { ConfigurationOf, ContextOf, DeliveryItem, Outcome, OutgoingRequest, ProviderOf } from '../provider.ts';
import { readMetaAnswer } from './meta-answer.ts';
import { type MetaEvent, metaEvent, metaTestEvent } from './meta-event.ts';

/** A version of the API works for two years at least. */
const api = 'https://graph.facebook.com/v25.0';
/** Events of one request. */
const requestItems = 1_000;
/** Events carry their own time, so their order does not matter. */
const concurrency = 2;

/** Sends events by the Conversions API (developers.facebook.com/docs/marketing-api/conversions-api). */
export const metaCapi: ProviderOf<'meta_capi'> = {
  proves: 'arrival',
  limits: () => ({ items: requestItems, concurrency, perSecond: null }),
  lane: ({ settings }) => `meta:${settings.dataset_id}`,
  preview(items, configuration, now) {
    const { events } = planEvents(items, configuration, now);
    return events.length === 0 ? null : metaRequest(events, configuration);
  },
  async deliver(items, context) {
    const { outcomes, events } = planEvents(items, context, context.now());
    const sent: Outcome = events.length === 0 ? { kind: 'delivered' } : await send(events, context);
    return items.map((item) => outcomes.get(item) ?? sent);
  },
  test: (context) => send([metaTestEvent(context.now(), context.integrationKey)], context),
};

/** Events that Meta takes, and outcomes of the others. */
function planEvents(items: readonly DeliveryItem[], configuration: ConfigurationOf<'meta_capi'>, now: number) {
  const outcomes = new Map<DeliveryItem, Outcome>();
  const events: MetaEvent[] = [];
  for (const item of items) {
    const planned = metaEvent(item, configuration, now);
    if ('event' in planned) events.push(planned.event);
    else outcomes.set(item, planned.outcome);
  }
  return { outcomes, events };
}

function metaRequest(
  events: readonly MetaEvent[],
  { settings, secrets }: Pick<ConfigurationOf<'meta_capi'>, 'settings' | 'secrets'>,
): OutgoingRequest {
  return {
    method: 'POST',
    url: `${api}/${settings.dataset_id}/events`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secrets.access_token}` },
    body: JSON.stringify({
      data: events,
      ...(settings.test_event_code !== '' && { test_event_code: settings.test_event_code }),
    }),
  };
}

async function send(events: readonly MetaEvent[], context: ContextOf<'meta_capi'>): Promise<Outcome> {
  const answer = hideSecrets(await context.send(metaRequest(events, context)), context.secrets);
  return readMetaAnswer(answer, events.length, context.now());
}
