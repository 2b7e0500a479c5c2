import { hitEvent } from '../../events/normalize/hit-event.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { AppHitOrigin, TakenAppHit } from '../hits/take-app-hits.ts';
import type { HitBot } from '../hits/take-hits.ts';

const nobody = { userId: 0, firstName: '', lastName: '', username: '', language: '', isPremium: false };

/**
 * Records hits of a Mini App. Resolves when they are durable; a hit that is sent again changes nothing. Those without a
 * proven user belong to nobody. @throws AppError StoreUnavailable; then nothing is recorded.
 */
export function createHitRecorder({ store }: { store: Pick<EventStore, 'write'> }) {
  return async (bot: HitBot, hits: readonly TakenAppHit[], origin: AppHitOrigin): Promise<void> => {
    const { app, verdict, receivedAt, script, ticket, platform, version, country } = origin;
    const { launch, proven, allowedAt } = verdict;
    const rules = toStartRules(bot);
    const proof = proven?.proof ?? 'none';
    await store.write(
      hits.map(({ id, name, at, startPayload, deviceTime, path, category, value, unit, props }) =>
        hitEvent({
          bot: bot.key,
          user: proven === null ? nobody : toUser(proven.user),
          rules,
          name,
          at,
          receivedAt,
          startPayload,
          platform,
          version,
          launch,
          country,
          allowedAt,
          counted: { app: app.id, id, deviceTime, proof, path, category, value, unit, props, ticket, script },
        }),
      ),
    );
  };
}

const toUser = ({ id, ...profile }: { id: number } & Omit<typeof nobody, 'userId'>) => ({ userId: id, ...profile });
