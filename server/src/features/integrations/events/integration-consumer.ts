import { sql } from 'kysely';
import type { ReportSettings } from '../../../analytics/reports/report.ts';
import type { EventConsumer, Turn } from '../../../events/consumers/event-consumer.ts';
import { createUploadLoader, isUploaded } from '../../uploads/uploads.ts';
import { type ActiveIntegration, loadActiveIntegrations } from './active-integrations.ts';
import { seekEvents } from './find-events.ts';
import { loadPublishedEvents } from './published-events.ts';
import { createEventRecorder, type RecordDeps } from './record-events.ts';

export interface ConsumerDeps extends RecordDeps {
  settingsOf: (bot: string, timeZone: string) => Promise<ReportSettings>;
  /** The name of a bot; null once it is gone. */
  nameOf: (bot: string) => Promise<string | null>;
  /** Integrations of the bot have something to send. */
  wakeSender: () => void;
}

/** Writes down what integrations are to send. Subjects are bots: their integrations read the events once together. */
export function createIntegrationConsumer(deps: ConsumerDeps): EventConsumer {
  const { db, wakeSender } = deps;
  const watch = createWatch(deps);
  return {
    name: 'integrations',
    subjects: sql`SELECT DISTINCT bot_key AS subject, bot_key FROM integrations`,
    wakeOn: 'integrations-changed',
    async consume(turn) {
      const integrations = await loadActiveIntegrations(db, turn.bot);
      if ((await watch(turn, integrations)) > 0) wakeSender();
    },
  };
}

/**
 * Looks once for events of some integrations of a bot. What was read from files is sent only to those who ask for the past.
 * @returns how many were new
 */
export function createWatch(deps: ConsumerDeps, { hasUploads = false }: { hasUploads?: boolean } = {}) {
  const { db, store, now } = deps;
  const record = createEventRecorder(deps);
  const uploadsOf = createUploadLoader(db, now);

  return async function watch(turn: Turn, integrations: readonly ActiveIntegration[]): Promise<number> {
    const { bot } = turn;
    const name = await deps.nameOf(bot);
    if (integrations.length === 0 || name === null) return 0;
    const settings = await deps.settingsOf(bot, 'UTC');
    const shownBot = { key: bot, name };
    let count = await record(settings, shownBot, integrations, turn.lock, await loadPublishedEvents(db, bot));
    const selections = integrations.map(({ selection }) => selection);
    const sought = await seekEvents(
      store,
      settings,
      new Set(selections.flatMap(({ types }) => types)),
      selections.some(({ targets }) => targets.length === 0)
        ? 'all'
        : new Set(selections.flatMap(({ targets }) => targets)),
      Math.min(...integrations.map(({ activeSince }) => activeSince)),
    );
    if (sought === null) return count;
    const uploads = hasUploads ? [] : await uploadsOf(bot);
    for await (const rows of turn.read(sought.selection)) {
      const events = sought.read(rows.filter((row) => !isUploaded(row, uploads)));
      if (events.length > 0) count += await record(settings, shownBot, integrations, turn.lock, events);
    }
    return count;
  };
}
