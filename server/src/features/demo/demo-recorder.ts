import { createHash } from 'node:crypto';
import { builtInTargets } from '@botscope/contract';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { siteHitEvent } from '../../events/normalize/site-hit-event.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { eventsOfCalls, eventsOfUpdates, type RecordedBot } from '../../ingest/recording/make-events.ts';
import { parseUser } from '../../telegram/user.ts';
import type { Happening } from './demo.ts';
import type { DemoPages } from './demo-pages.ts';

/** Records the demo bot's simulated traffic: each item takes the way of its real model. */
export function createDemoRecorder({
  store,
  now = Date.now,
}: {
  store: Pick<EventStore, 'write'>;
  now?: () => number;
}) {
  return async (bot: RecordedBot, items: readonly Happening[], pages: DemoPages): Promise<void> => {
    const receivedAt = now();
    await store.write(items.flatMap((item) => toEvents(bot, item, { receivedAt, ...pages })));
  };
}

function toEvents(bot: RecordedBot, item: Happening, { receivedAt, app, site }: DemoPages & { receivedAt: number }) {
  if ('update' in item) return eventsOfUpdates(bot, [item], receivedAt).events;
  if ('call' in item) return eventsOfCalls(bot, [{ ...item.call, date: item.date }], receivedAt).events;
  if ('sale' in item) {
    const fields = { ...item.sale, targetId: builtInTargets.sale, date: item.date };
    return [conversionEvent({ ...fields, bot: bot.key, receivedAt, nonce: '' })];
  }
  if ('siteHit' in item) {
    const timestamp = Date.parse(item.date);
    const { visitor, name } = item.siteHit;
    const hitFields = {
      id: deriveId(item.date, visitor, name),
      at: timestamp,
      deviceTime: timestamp,
      receivedAt,
      page: visitor,
    };
    const rest = { host: 'shop.example.com', category: '', value: null, unit: '', script: '1' };
    return [siteHitEvent({ bot: bot.key, site, ...hitFields, ...rest, ...item.siteHit })];
  }
  const {
    from,
    name,
    start_param: startPayload = '',
    platform,
    version,
    launch = '',
    path = '',
    country = '',
    allowsWriting = false,
  } = item.hit;
  const user = parseUser(from);
  if (user === null) return [];
  const { id: userId, ...profile } = user;
  const timestamp = Date.parse(item.date);
  const allowedAt = allowsWriting ? timestamp : null;
  const fields = { name, startPayload, platform, version, launch, country, at: timestamp, receivedAt, allowedAt };
  // `hmac`: Telegram's signature would have proven the hit.
  const reported = { proof: 'hmac', category: '', value: null, unit: '', props: {}, ticket: '', script: '1' } as const;
  const countedHit = { ...reported, app, id: deriveId(item.date, launch, name), deviceTime: timestamp, path };
  return [
    hitEvent({
      ...fields,
      bot: bot.key,
      user: { userId, ...profile },
      rules: toStartRules(bot),
      counted: countedHit,
    }),
  ];
}

/** ID of a hit, derived from its parts; the script would generate a random one. */
const deriveId = (...parts: string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16);
