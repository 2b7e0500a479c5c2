import { createHash } from 'node:crypto';
import { builtInTargets } from '@botscope/contract';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { startRulesOf } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { eventsOfCalls, eventsOfUpdates, type RecordedBot } from '../../ingest/recording/make-events.ts';
import { parseUser } from '../../telegram/user.ts';
import type { Happening } from './demo.ts';

/** Records the demo bot's simulated traffic: each item takes the way of its real model. */
export function createDemoRecorder({
  store,
  now = Date.now,
}: {
  store: Pick<EventStore, 'write'>;
  now?: () => number;
}) {
  return async (bot: RecordedBot, items: readonly Happening[], app = 0): Promise<void> => {
    const receivedAt = now();
    await store.write(items.flatMap((item) => eventsOf(bot, item, { receivedAt, app })));
  };
}

/** `app`: the number of its Mini App. */
function eventsOf(bot: RecordedBot, item: Happening, { receivedAt, app }: { receivedAt: number; app: number }) {
  if ('update' in item) return eventsOfUpdates(bot, [item], receivedAt).events;
  if ('call' in item) return eventsOfCalls(bot, [{ ...item.call, date: item.date }], receivedAt).events;
  if ('sale' in item) {
    const fields = { ...item.sale, targetId: builtInTargets.sale, date: item.date };
    return [conversionEvent({ ...fields, bot: bot.key, receivedAt, nonce: '' })];
  }
  const { from, name, start_param: startPayload = '', platform, version, launch = '', path = '' } = item.hit;
  const user = parseUser(from);
  if (user === null) return [];
  const { id: userId, ...profile } = user;
  const at = Date.parse(item.date);
  const fields = { name, startPayload, platform, version, launch, at, receivedAt };
  // What Telegram's signature would have proven.
  const reported = { proof: 'hmac', category: '', value: null, unit: '', props: {}, ticket: '', script: '1' } as const;
  const id = createHash('sha256').update(`${item.date} ${launch} ${name}`).digest('hex').slice(0, 16);
  const counted = { ...reported, app, id, deviceTime: at, path };
  return [hitEvent({ ...fields, bot: bot.key, person: { userId, ...profile }, rules: startRulesOf(bot), counted })];
}
