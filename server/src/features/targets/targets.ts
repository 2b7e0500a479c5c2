import type { Target, TargetDraft, TargetTest } from '@botscope/contract';
import { checkPattern } from '../../analytics/query/check-pattern.ts';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts';
import { clockFrom } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { everyBotsTargets, isBuiltIn } from './built-in-targets.ts';
import { type CountingBot, countTargets, type TargetCount } from './count-targets.ts';
import { createTargetIds, type TargetIds } from './target-ids.ts';
import { createTargetStore, type OwnTarget, type TargetStore } from './target-store.ts';
import { tryTarget } from './try-target.ts';

/**
 * Checks what the schema of a draft cannot express: Telegram's purchases are counted by the built-in target alone, and
 * a pattern must be one that the engine itself accepts.
 * @throws AppError InvalidField (trigger.kind), InvalidPattern (trigger.text), StoreUnavailable
 */
async function checkDraft(store: Pick<EventStore, 'query'>, { trigger }: Pick<TargetDraft, 'trigger'>): Promise<void> {
  if (trigger.kind === 'purchase') throw new AppError('InvalidField', { field: 'trigger.kind' });
  if (trigger.kind !== 'text' || trigger.match !== 'pattern') return;
  await checkPattern(store, trigger.text, 'trigger.text');
}

export type { CountingBot } from './count-targets.ts';

/** A list that nobody could survey, and a statement that no engine likes. */
export const maxTargets = 200;

const days = 30;

/** Targets, which define the conversions of a bot: docs/metrics.md, "Targets and conversions". */
export interface Targets extends Pick<TargetIds, 'unknown'> {
  /** Built-in ones first, then the bot's own, oldest first, with the counts of the last 30 days. */
  list(bot: CountingBot): Promise<Target[]>;
  /** Targets as reports count them, in the same order. */
  countedOf(bot: string): Promise<CountedTarget[]>;
  /** @throws AppError InvalidField, InvalidPattern, TooManyTargets beyond 200 */
  create(bot: CountingBot, draft: TargetDraft): Promise<Target>;
  /** @throws AppError NotFound, TargetBuiltIn, InvalidField, InvalidPattern */
  update(bot: CountingBot, id: number, draft: TargetDraft): Promise<Target>;
  /** Takes it out of lists and reports; nothing is deleted. @throws AppError NotFound, TargetBuiltIn */
  remove(bot: string, id: number): Promise<void>;
  /** @throws AppError NotFound for one that was not removed, TooManyTargets */
  restore(bot: CountingBot, id: number): Promise<Target>;
  /** Tries a draft on the events of the last 7 days. @throws AppError InvalidField, InvalidPattern */
  test(bot: CountingBot, draft: Pick<TargetDraft, 'trigger' | 'value'>): Promise<TargetTest>;
}

export function createTargets(deps: {
  metadata: Pick<Metadata, 'db'>;
  store: Pick<EventStore, 'query'>;
  bus?: Pick<Bus, 'publish' | 'subscribe'>;
  now?: () => number;
}): Targets {
  const { store, bus = createLocalBus() } = deps;
  const now = deps.now ?? Date.now;
  const rows = createTargetStore(deps.metadata.db);
  const ids = createTargetIds(async (bot) => (await rows.all(bot)).map(({ id }) => id), clockFrom(deps.now).monotonic);
  bus.subscribe('targets-changed', ({ key }) => ids.forget(key));

  const withCounts = async (bot: CountingBot, targets: readonly (CountedTarget | OwnTarget)[]): Promise<Target[]> => {
    const counts = await countTargets(store, bot, targets, { days, now: now() });
    const countsById = new Map(counts.map((count) => [count.target_id, count]));
    return targets.map((target) => presentTarget(target, countsById.get(target.id)));
  };
  const one = async (bot: CountingBot, target: OwnTarget | undefined): Promise<Target> => {
    if (target === undefined) throw new AppError('NotFound', { field: 'target_id' });
    bus.publish('targets-changed', bot.key);
    const [countedTarget] = await withCounts(bot, [target]);
    return countedTarget ?? presentTarget(target, undefined);
  };
  /** One at a time for each bot: of two that come in one moment, one may be too many. */
  const withRoom = <T>(bot: string, write: (rows: TargetStore) => Promise<T>): Promise<T> =>
    deps.metadata.db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      const inside = createTargetStore(transaction);
      if ((await inside.all(bot)).length >= maxTargets) throw new AppError('TooManyTargets');
      return write(inside);
    });
  const assertOwn = (id: number): void => {
    if (isBuiltIn(id)) throw new AppError('TargetBuiltIn', { field: 'target_id' });
  };

  return {
    unknown: ids.unknown,
    list: async (bot) => withCounts(bot, [...everyBotsTargets, ...(await rows.all(bot.key))]),
    countedOf: async (bot) => [
      ...everyBotsTargets,
      ...(await rows.all(bot)).map(({ createdAt: _, ...target }) => target),
    ],
    async create(bot, draft) {
      await checkDraft(store, draft);
      return one(bot, await withRoom(bot.key, (inside) => inside.insert(bot.key, draft)));
    },
    async update(bot, id, draft) {
      assertOwn(id);
      await checkDraft(store, draft);
      return one(bot, await rows.update(bot.key, id, draft));
    },
    async remove(bot, id) {
      assertOwn(id);
      const removedTarget = await rows.setRemoved(bot, id, new Date(now()));
      if (removedTarget === undefined) throw new AppError('NotFound', { field: 'target_id' });
      bus.publish('targets-changed', bot);
    },
    async restore(bot, id) {
      return one(bot, await withRoom(bot.key, (inside) => inside.setRemoved(bot.key, id, null)));
    },
    async test(bot, draft) {
      await checkDraft(store, draft);
      return tryTarget(store, bot, draft, now());
    },
  };
}

function presentTarget(target: CountedTarget | OwnTarget, count: TargetCount | undefined): Target {
  const { id, name, trigger, value } = target;
  return {
    target_id: id,
    name,
    trigger,
    value,
    built_in: isBuiltIn(id),
    created_at: 'createdAt' in target ? target.createdAt.toISOString() : null,
    count: count?.conversions ?? 0,
    users: count?.users ?? 0,
    last_at: count === undefined ? null : new Date(count.last_ms).toISOString(),
  };
}
