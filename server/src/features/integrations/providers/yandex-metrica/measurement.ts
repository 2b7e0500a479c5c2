import { hideSecrets } from '../hide-secrets.ts';
import { orderValue } from '../order-value.ts';
import { type ConfigurationOf, type ContextOf, type Outcome, type OutgoingRequest, SendFailure } from '../provider.ts';
import { readStatus } from '../read-status.ts';
import type { MetricaStep } from './metrica-plan.ts';

/** A step of the Measurement Protocol (yandex.com/dev/metrika/en/data-import/measurement-upload). */
type EventStep = Extract<MetricaStep, { way: 'event' }>;
type Keys = Pick<ConfigurationOf<'yandex_metrica'>, 'settings' | 'secrets'>;

/** Events join a visit until so long after its end. */
const visitMs = 12 * 3_600_000;

/** A goal that was reached, with its value. */
export function eventRequest({ item, goal, at, clientId }: EventStep, keys: Keys): OutgoingRequest {
  const order = orderValue(item, keys.settings);
  const url = item.event.user?.site.url ?? '';
  return collectRequest(keys, {
    ...{ cid: clientId, t: 'event', ea: goal, et: String(Math.floor(at / 1_000)) },
    ...(url !== '' && { dl: url }),
    ...(order !== null && { ev: order.value, cu: order.currency }),
  });
}

/** Sends an event, and before it the page view that opens a visit, where the last one is over. */
export async function sendEvent(step: EventStep, context: ContextOf<'yandex_metrica'>): Promise<Outcome> {
  if (context.settings.open_visits) {
    const opened = await openVisit(step, context);
    if (opened.kind !== 'delivered') return opened;
  }
  return send(eventRequest(step, context), context);
}

/** Sends an event of a visitor who does not exist: it joins no visit, so nothing is left behind. */
export const sendTestEvent = (context: ContextOf<'yandex_metrica'>): Promise<Outcome> => {
  const et = String(Math.floor(context.now() / 1_000) - 1);
  return send(collectRequest(context, { cid: '1000000000000000001', t: 'event', ea: 'botscope_test', et }), context);
};

/**
 * A page view opens a visit where the last one that is known ended too long ago. A repeated one only lengthens the visit,
 * so a lost answer is tried again.
 */
async function openVisit({ item, at, clientId }: EventStep, context: ContextOf<'yandex_metrica'>): Promise<Outcome> {
  const { user, bot } = item.event;
  const key = `visit:${clientId}`;
  const lastAt = (await context.memory.get<number>(key)) ?? Date.parse(user?.first_seen_at ?? '');
  if (at - lastAt <= visitMs) return { kind: 'delivered' };
  const botPage = /^\w{4,32}$/.test(bot.name) ? `https://t.me/${bot.name}` : 'https://t.me/';
  const request = collectRequest(context, {
    ...{ cid: clientId, t: 'pageview', dl: user?.site.url ?? botPage, dr: 'https://t.me/', dt: bot.name },
    et: String(Math.floor(at / 1_000) - 1),
  });
  try {
    const outcome = await send(request, context);
    if (outcome.kind === 'delivered') await context.memory.set(key, at, item.userId);
    return outcome;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { kind: 'retry', code: error.code, detail: '' };
  }
}

/** The token goes into the form: an address ends in logs. */
function collectRequest({ settings, secrets }: Keys, fields: Record<string, string>): OutgoingRequest {
  const form = new URLSearchParams({ tid: settings.counter_id, ...fields, ms: secrets.token });
  return {
    method: 'POST',
    url: 'https://mc.yandex.ru/collect',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  };
}

/** An event is alone in its request, so what is refused is refused for good. */
async function send(request: OutgoingRequest, context: ContextOf<'yandex_metrica'>): Promise<Outcome> {
  const outcome = readStatus(hideSecrets(await context.send(request), context.secrets), context.now());
  return outcome.kind === 'split' ? { ...outcome, kind: 'rejected' } : outcome;
}
