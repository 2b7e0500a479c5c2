import type { IntegrationUser } from '@botscope/contract';
import { type ConfigurationOf, type DeliveryItem, nameAt, type Outcome } from '../provider.ts';

/** An event, its goal, and the way on which Metrica takes it. */
export type MetricaStep = { item: DeliveryItem; goal: string; at: number } & (
  | { way: 'event'; clientId: string }
  | { way: 'offline'; idType: 'ClientId' | 'UserId'; id: string }
);

const hourMs = 3_600_000;
/** The Measurement Protocol takes 12 hours, offline conversions join visits of 21 days; ten minutes are for the way. */
const maxEventAgeMs = 12 * hourMs - 600_000;
const maxOfflineAgeMs = 21 * 24 * hourMs - 600_000;

/** Decides how each event goes; `outcomes` are of those that do not. */
export function planSteps(
  items: readonly DeliveryItem[],
  configuration: ConfigurationOf<'yandex_metrica'>,
  now: number,
): { outcomes: Map<DeliveryItem, Outcome>; steps: MetricaStep[] } {
  const outcomes = new Map<DeliveryItem, Outcome>();
  const steps: MetricaStep[] = [];
  for (const item of items) {
    const planned = planStep(item, configuration, now);
    if ('way' in planned) steps.push(planned);
    else outcomes.set(item, planned);
  }
  return { outcomes, steps };
}

function planStep(
  item: DeliveryItem,
  configuration: ConfigurationOf<'yandex_metrica'>,
  now: number,
): MetricaStep | Outcome {
  const { settings, secrets } = configuration;
  const { user } = item.event;
  const goal = nameAt(item, configuration);
  // A file with one time of the future is refused whole, and so clocks may differ.
  const at = Math.min(Date.parse(item.event.at), now - 1_000);
  const age = now - at;
  const canUpload = secrets.oauth_token !== '';
  if (goal === null) return rejected('no_name', '');
  if (user === null) return rejected('no_user', '');
  const clientId = metricaClientId(user);
  if (clientId === null && settings.unknown_users === 'skip')
    return rejected('no_user', 'The ClientID of the user is not known');
  if (clientId === null && !canUpload) return rejected('no_user', 'Conversions by UserID need an OAuth token');
  if (clientId !== null && age <= maxEventAgeMs) return { way: 'event', item, goal, at, clientId };
  if (age > maxOfflineAgeMs) return rejected('too_old', 'Metrica takes the last 21 days');
  if (!canUpload) return rejected('too_old', 'What is older than 12 hours needs an OAuth token');
  return clientId === null
    ? { way: 'offline', item, goal, at, idType: 'UserId', id: String(user.id) }
    : { way: 'offline', item, goal, at, idType: 'ClientId', id: clientId };
}

const rejected = (code: string, detail: string): Outcome => ({ kind: 'rejected', code, detail });

/** By which Metrica knows the visitor of the website. */
const metricaClientId = ({ site }: IntegrationUser): string | null =>
  site.ym !== null && /^[1-9]\d{4,24}$/.test(site.ym) ? site.ym : null;
