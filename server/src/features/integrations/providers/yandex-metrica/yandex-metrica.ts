import { type DeliveryGroup, deliverGroups } from '../deliver-groups.ts';
import { hideSecrets } from '../hide-secrets.ts';
import type { ContextOf, DeliveryItem, Outcome, OutgoingRequest, ProviderOf } from '../provider.ts';
import { readManagementAnswer } from './management-answer.ts';
import { eventRequest, sendEvent, sendTestEvent } from './measurement.ts';
import { type MetricaStep, planSteps } from './metrica-plan.ts';
import { type OfflineStep, uploadRequest, uploadsRequest } from './offline-upload.ts';
import { findUploaded, sendUpload } from './sent-uploads.ts';

type Context = ContextOf<'yandex_metrica'>;

/** Events of one call: each is a request of its own, or a row of a file. */
const callItems = 100;
/** Below what Yandex allows an address, 30 requests a second. */
const perSecond = 20;

/**
 * Sends events of the last 12 hours by the Measurement Protocol, and earlier ones as offline conversions. Neither knows a
 * repeated event; but uploads of offline conversions can be looked up.
 */
export const yandexMetrica: ProviderOf<'yandex_metrica'> = {
  proves: 'address',
  limits: () => ({ items: callItems, concurrency: 1, perSecond }),
  lane: ({ settings }) => `metrica:${settings.counter_id}`,
  preview(items, configuration, now) {
    const [first] = groupSteps(planSteps(items, configuration, now).steps);
    return first === undefined ? null : requestOf(first, configuration);
  },
  async deliver(items, context) {
    const { outcomes, steps } = planSteps(items, context, context.now());
    const unsent = await leaveOutUploaded(steps, outcomes, context);
    const groups = groupSteps(unsent).map(
      (group): DeliveryGroup => ({
        items: group.map(({ item }) => item),
        send: () => sendGroup(group, context),
      }),
    );
    return deliverGroups(items, outcomes, groups);
  },
  async test(context) {
    if (context.secrets.oauth_token !== '') {
      const answer = await context.send(uploadsRequest(context, 0, 1));
      const outcome = readManagementAnswer(hideSecrets(answer, context.secrets), context.now());
      if (outcome.kind !== 'delivered') return outcome;
    }
    return sendTestEvent(context);
  },
  async resolve(items, context) {
    const states = await findUploaded(
      items.map(({ event }) => event.id),
      context,
    );
    return items.map(({ event }): Outcome => {
      const state = states.get(event.id);
      if (state === 'uploaded') return { kind: 'delivered' };
      // Nobody can be asked about the Measurement Protocol. An upload is looked up again before it is repeated.
      return { kind: state === undefined ? 'unknown' : 'retry', code: 'interrupted', detail: '' };
    });
  },
};

/** Takes out steps that an earlier upload has, or about which Metrica cannot say it now. */
async function leaveOutUploaded(
  steps: readonly MetricaStep[],
  outcomes: Map<DeliveryItem, Outcome>,
  context: Context,
): Promise<MetricaStep[]> {
  const offline = steps.filter(({ way }) => way === 'offline');
  const states = await findUploaded(
    offline.map(({ item }) => item.event.id),
    context,
  );
  return steps.filter(({ item }) => {
    const state = states.get(item.event.id);
    if (state === undefined || state === 'missing') return true;
    outcomes.set(item, state === 'uploaded' ? { kind: 'delivered' } : state);
    return false;
  });
}

/** Steps of one request: an event by itself, or all offline conversions with the same kind of ID. */
function groupSteps(steps: readonly MetricaStep[]): [MetricaStep, ...MetricaStep[]][] {
  const groups: [MetricaStep, ...MetricaStep[]][] = [];
  const files = new Map<string, [MetricaStep, ...MetricaStep[]]>();
  for (const step of steps) {
    const file = step.way === 'offline' ? files.get(step.idType) : undefined;
    if (file !== undefined) file.push(step);
    else {
      const group: [MetricaStep, ...MetricaStep[]] = [step];
      groups.push(group);
      if (step.way === 'offline') files.set(step.idType, group);
    }
  }
  return groups;
}

const offlineSteps = (steps: readonly MetricaStep[]): OfflineStep[] =>
  steps.filter((step): step is OfflineStep => step.way === 'offline');

const sendGroup = (group: readonly [MetricaStep, ...MetricaStep[]], context: Context): Promise<Outcome> =>
  group[0].way === 'event' ? sendEvent(group[0], context) : sendUpload(offlineSteps(group), context);

const requestOf = (
  group: readonly [MetricaStep, ...MetricaStep[]],
  configuration: Pick<Context, 'settings' | 'secrets'>,
): OutgoingRequest =>
  group[0].way === 'event' ? eventRequest(group[0], configuration) : uploadRequest(offlineSteps(group), configuration);
