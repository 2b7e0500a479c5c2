import { randomUUID } from 'node:crypto';
import {
  type IntegrationDraft,
  type IntegrationTest,
  integrationEventKinds,
  providerDescriptors,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { checkDraft } from './check-draft.ts';
import { type SendDeps, sendRequest } from './engine/send-request.ts';
import { outcomeOfFailure } from './engine/settle-outcome.ts';
import { buildEvent } from './events/build-event.ts';
import { countEvents, type FoundEvent } from './events/find-events.ts';
import { loadUserFacts, noFacts, type UserFacts } from './events/user-facts.ts';
import { countFileEvents } from './files/file-sql.ts';
import { sendsFiles } from './files/sends-files.ts';
import { createMemory, keepRequest } from './integration-memory.ts';
import type { IntegrationRow } from './integration-row.ts';
import { hideSecrets } from './providers/hide-secrets.ts';
import {
  type DeliveryItem,
  type OutgoingRequest,
  type ProviderAnswer,
  SendFailure,
  type TestOutcome,
  withoutFiles,
} from './providers/provider.ts';
import { serverProviders } from './providers/providers.ts';
import { createMask, showRequest } from './show-request.ts';

export interface TryDeps {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup'>;
  siteTickets: Pick<SiteTickets, 'knownVisitors' | 'usersKnownTo'>;
  sealer: Sealer;
  sending: SendDeps;
  settingsOf: (bot: string, timeZone: string) => Promise<ReportSettings>;
  now: () => number;
}

/** Whose events a preview counts, and shows the newest of. */
const previewMs = 7 * dayMs;
/** In drafts that have no key yet. */
const draftKey = '0'.repeat(16);
const sampleUser: UserFacts = {
  ...noFacts,
  first_name: 'Anna',
  username: 'anna',
  language: 'en',
  is_premium: false,
  source: 'google',
};
const sampleUserId = 7001;
const answerLength = 2_000;

/** Tries a draft before it is saved. */
export function createTryDraft({ db, store, siteTickets, sealer, sending, settingsOf, now }: TryDeps) {
  function toItem(
    draft: IntegrationDraft,
    key: string,
    bot: DeliveryItem['event']['bot'],
    found: Omit<FoundEvent, 'type'> & { type: DeliveryItem['event']['type'] },
    facts = sampleUser,
  ): DeliveryItem {
    const userId = integrationEventKinds[found.type].about === 'user' ? found.userId : null;
    const event = buildEvent({ key, privacy: draft.privacy }, bot, { ...found, userId }, facts, sealer);
    return { event, userId, attempt: 1 };
  }
  const sample = (type: DeliveryItem['event']['type']) => ({
    ...{
      type,
      key: `${type}:test:${randomUUID()}`,
      userId: sampleUserId,
      at: now() - 1_000,
      targetId: null,
      name: null,
    },
    ...{ amount: null, data: integrationEventKinds[type].sample as Record<string, unknown> },
  });

  return {
    /** Sends one event that is made up. @throws AppError what `checkDraft` throws */
    async test(
      bot: DeliveryItem['event']['bot'],
      draft: IntegrationDraft,
      saved: IntegrationRow | null,
    ): Promise<IntegrationTest> {
      const key = saved?.key ?? draftKey;
      const { configuration } = checkDraft(draft, key, saved, sealer);
      const provider = serverProviders[draft.provider];
      const descriptor = providerDescriptors[draft.provider];
      const testType =
        descriptor.types === undefined ? 'integration.test' : (draft.selection.types[0] ?? 'integration.test');
      const item = toItem(draft, key, bot, sample(testType));
      const noted: { request: OutgoingRequest | null; answer: ProviderAnswer | null } = { request: null, answer: null };
      const memory = saved === null ? forgetful() : createMemory(db, saved.integration_id);
      const context = {
        ...{ ...configuration, memory, withFile: withoutFiles, now },
        async send(request: OutgoingRequest) {
          noted.request = request;
          const { answer } = await sendRequest(sending, request);
          noted.answer = request.isSecret ? { ...answer, body: '' } : hideSecrets(answer, configuration.secrets);
          return request.isSecret ? answer : noted.answer;
        },
        async keep(request: OutgoingRequest, userId: number | null) {
          noted.request = request;
          if (saved !== null) await keepRequest(db, saved.integration_id, request, userId);
        },
      };
      let outcome: TestOutcome;
      try {
        outcome = provider.test
          ? await provider.test(context)
          : ((await provider.deliver([item], context))[0] ?? { kind: 'delivered' });
      } catch (error) {
        if (!(error instanceof SendFailure)) throw error;
        outcome = outcomeOfFailure(error, descriptor.repeats);
      }
      const hide = createMask(configuration.secrets);
      const problem =
        outcome.kind === 'delivered'
          ? { code: null, detail: hide(outcome.detail ?? '') }
          : { code: outcome.code, detail: hide(outcome.detail) };
      return {
        ...{ ok: outcome.kind === 'delivered', ...problem, proves: provider.proves },
        request: noted.request && showRequest(noted.request, configuration.secrets),
        status: noted.answer?.status ?? null,
        answer: hide(noted.answer?.body ?? '').slice(0, answerLength),
      };
    },

    /** Counts what the draft selects, and shows the request for the newest event of it, else for a sample. */
    async preview(bot: DeliveryItem['event']['bot'], draft: IntegrationDraft, saved: IntegrationRow | null) {
      const key = saved?.key ?? draftKey;
      const { configuration } = checkDraft(draft, key, saved, sealer);
      const settings = await settingsOf(bot.key, 'UTC');
      const { joins } = providerDescriptors[draft.provider];
      const known = joins === undefined ? null : await siteTickets.usersKnownTo(bot.key, joins);
      const since = now() - previewMs;
      const isFile = sendsFiles(draft.provider);
      const counted = isFile
        ? {
            ...(await countFileEvents(store, bot.key, draft.selection.types, since, now())),
            newest: null,
            knownUsers: null,
          }
        : await countEvents(store, settings, draft.selection, since, now(), known);
      const { count, users, newest } = counted;
      const type = isFile ? 'events.file' : draft.selection.types[0];
      const facts =
        newest === null
          ? undefined
          : (await loadUserFacts({ store, siteTickets }, bot.key, [newest.userId], now())).get(newest.userId);
      const found = newest ?? (type === undefined ? null : sample(type));
      const item = found && toItem(draft, key, bot, found, newest === null ? sampleUser : (facts ?? noFacts));
      const request = item && serverProviders[draft.provider].preview([item], configuration, now());
      return {
        ...{ matched: count, at_most: draft.selection.rules !== '', users, joined_users: counted.knownUsers },
        is_sample: newest === null,
        request: request && showRequest(request, configuration.secrets),
        code: request === null ? ('no_name' as const) : null,
      };
    },
  };
}

/** Of a draft that is not saved. */
function forgetful() {
  const values = new Map<string, unknown>();
  return {
    get: async <Value>(key: string) => (values.get(key) as Value | undefined) ?? null,
    set: async (key: string, value: unknown) => void values.set(key, value),
  };
}
