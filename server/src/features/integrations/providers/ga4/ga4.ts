import { deliverGroups } from '../deliver-groups.ts';
import { hideSecrets } from '../hide-secrets.ts';
import {
  type ConfigurationOf,
  type ContextOf,
  type DeliveryItem,
  nameAt,
  type Outcome,
  type OutgoingRequest,
  type ProviderOf,
} from '../provider.ts';
import { readStatus } from '../read-status.ts';
import {
  type Ga4Client,
  type Ga4Event,
  ga4Client,
  ga4Event,
  isGa4Name,
  sessionParams,
  syntheticClient,
} from './ga4-event.ts';

/** Events of one request. */
const requestItems = 25;
/** The protocol names no limit; events carry their own time, so their order does not matter. */
const concurrency = 8;
const hosts = { global: 'www.google-analytics.com', eu: 'region1.google-analytics.com' } as const;

/**
 * Sends events by the Measurement Protocol (developers.google.com/analytics/devguides/collection/protocol/ga4). Google
 * answers 2xx to everything, also to a wrong secret.
 */
export const ga4: ProviderOf<'ga4'> = {
  proves: 'nothing',
  limits: () => ({ items: requestItems, concurrency, perSecond: null }),
  lane: ({ settings }) => `ga4:${settings.measurement_id}`,
  preview(items, configuration) {
    const [first] = planRequests(items, configuration).groups;
    return first === undefined ? null : ga4Request(first.client, first.events, configuration);
  },
  deliver(items, context) {
    const { rejected, groups } = planRequests(items, context);
    return deliverGroups(
      items,
      rejected,
      groups.map((group) => ({
        items: group.items,
        send: () => send(ga4Request(group.client, group.events, context), context),
      })),
    );
  },
  async test(context) {
    const wrongName = Object.values(context.names).find((name) => !isGa4Name(name));
    if (wrongName !== undefined) return nameProblem(wrongName);
    const client = { client_id: syntheticClient(context.integrationKey, 'test') };
    const at = context.now();
    const event = { name: 'botscope_test', timestamp_micros: at * 1_000, params: sessionParams(at) };
    const checked = await check(ga4Request(client, [event], context, 'debug'), context);
    if (checked.kind !== 'delivered') return checked;
    // Shown by DebugView: the only place where an owner sees whether the secret is right.
    const shown = { ...event, params: { ...event.params, debug_mode: 1 } };
    return send(ga4Request(client, [shown], context), context);
  },
};

interface Ga4Group {
  client: Ga4Client;
  items: DeliveryItem[];
  events: Ga4Event[];
}

/** Puts the events of a client into one request, in their order. */
function planRequests(items: readonly DeliveryItem[], configuration: ConfigurationOf<'ga4'>) {
  const rejected = new Map<DeliveryItem, Outcome>();
  const groups: Ga4Group[] = [];
  const open = new Map<string, Ga4Group>();
  for (const item of items) {
    const { user, bot } = item.event;
    const name = nameAt(item, configuration);
    if (user === null) rejected.set(item, { kind: 'rejected', code: 'no_user', detail: '' });
    else if (name === null || !isGa4Name(name)) rejected.set(item, nameProblem(name ?? ''));
    else {
      const client = ga4Client(user, bot.key);
      const key = JSON.stringify(client);
      let group = open.get(key);
      if (group === undefined || group.items.length === requestItems) {
        group = { client, items: [], events: [] };
        open.set(key, group);
        groups.push(group);
      }
      group.items.push(item);
      group.events.push(ga4Event(item, name, configuration.settings));
    }
  }
  return { rejected, groups };
}

const nameProblem = (name: string): Outcome => ({
  kind: 'rejected',
  code: 'no_name',
  detail: name === '' ? '' : `GA4 does not take the event name "${name}"`,
});

function ga4Request(
  client: Ga4Client,
  events: readonly Ga4Event[],
  { settings, secrets }: Pick<ConfigurationOf<'ga4'>, 'settings' | 'secrets'>,
  mode: 'live' | 'debug' = 'live',
): OutgoingRequest {
  const query = new URLSearchParams({ measurement_id: settings.measurement_id, api_secret: secrets.api_secret });
  return {
    method: 'POST',
    url: `https://${hosts[settings.region]}/${mode === 'debug' ? 'debug/' : ''}mp/collect?${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...client,
      ...(mode === 'debug' && { validation_behavior: 'ENFORCE_RECOMMENDATIONS' }),
      events,
    }),
  };
}

async function send(request: OutgoingRequest, context: ContextOf<'ga4'>): Promise<Outcome> {
  return readStatus(hideSecrets(await context.send(request), context.secrets), context.now());
}

/** Asks the validation server, which keeps nothing and does not know secrets. */
async function check(request: OutgoingRequest, context: ContextOf<'ga4'>): Promise<Outcome> {
  const answer = hideSecrets(await context.send(request), context.secrets);
  const outcome = readStatus(answer, context.now());
  const messages = readMessages(answer.body);
  return outcome.kind !== 'delivered' || messages === ''
    ? outcome
    : { kind: 'rejected', code: 'rejected', detail: messages };
}

/** What the validation server finds wrong; '' = nothing. */
function readMessages(body: string): string {
  try {
    const { validationMessages = [] } = JSON.parse(body) as { validationMessages?: { description?: string }[] };
    return validationMessages.map(({ description = '' }) => description || 'invalid').join('; ');
  } catch {
    return body.trim() === '' ? '' : 'The validation server gave no answer in JSON';
  }
}
