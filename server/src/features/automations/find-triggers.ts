import { isTriggerMatch } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventCondition } from '../../analytics/query/segments/event-conditions.ts';
import { createBindings } from '../../analytics/query/segments/segment-context.ts';
import { triggerCondition } from '../../analytics/query/segments/trigger-condition.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { Turn } from '../../events/consumers/event-consumer.ts';
import type { Received } from '../../events/consumers/read-events.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { isUploaded, type UploadTime } from '../uploads/uploads.ts';
import type { ActiveAutomation } from './active-automations.ts';
import type { FoundTrigger } from './choose-triggers.ts';
import { firstContact, triggerEvents } from './trigger-events.sql.ts';

interface TriggerRow extends Received {
  user_id: number;
  time_ms: number;
  trigger_id: string;
  matches: (boolean | number)[];
}

const firstContactId = 'first';

type EventAutomation = ActiveAutomation & { condition: EventCondition };

/** Finds what triggers the automations of a bot. */
export function createTriggerFinder({ store }: { store: Pick<EventStore, 'query' | 'rollup'> }) {
  /**
   * Yields the automations that wait for events, with the triggers found, page by page: each page is complete. The
   * automations whose condition the bot cannot answer any more are passed to `onInvalid`.
   */
  return async function* find(
    settings: ReportSettings,
    actives: readonly ActiveAutomation[],
    read: Turn['read'],
    uploads: readonly UploadTime[],
    onInvalid: (active: ActiveAutomation) => Promise<void>,
  ): AsyncGenerator<{ active: ActiveAutomation; found: FoundTrigger[] }> {
    const { bot } = settings;
    const rollup = await loadRollup(store, bot);
    const bindings = createBindings('trigger');
    const watched: EventAutomation[] = [];
    for (const active of actives) {
      try {
        const condition = compileCondition(active);
        if (condition !== null) watched.push({ ...active, condition });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await onInvalid(active);
      }
    }
    if (watched.length === 0) return;

    const pages = read<TriggerRow>({
      activeSince: Math.min(...actives.map(({ activeSince }) => activeSince)),
      ...triggerEvents(watched.map(({ condition }) => condition)),
      query({ sql, params, look }) {
        const statement = scope(bot, look.from, look.until, undefined, rollup).statement(() => sql, {
          ...bindings.params,
          ...params,
        });
        return runQuery(store, statement, { tag: `automations/${bot}` });
      },
    });
    for await (const rows of pages) {
      const live = rows.filter((row) => !isUploaded(row, uploads));
      for (const [index, active] of watched.entries()) {
        const isFirst = active.automation.trigger.kind === 'first_contact';
        const triggers = live
          .filter(({ matches, time_ms }) => Boolean(matches[index]) && time_ms >= active.activeSince)
          .map((row) => ({
            userId: row.user_id,
            triggerId: isFirst ? firstContactId : row.trigger_id,
            at: row.time_ms,
          }));
        if (triggers.length > 0) yield { active, found: triggers };
      }
    }

    function compileCondition({ automation: { trigger } }: ActiveAutomation): EventCondition | null {
      if (trigger.kind === 'first_contact') return firstContact;
      if (trigger.kind !== 'event' || !isTriggerMatch(trigger.event)) return null;
      return triggerCondition(trigger.event, bindings, settings);
    }
  };
}

export type FindTriggers = ReturnType<typeof createTriggerFinder>;
