import type { Permissions } from '@botscope/contract';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { segmentContext } from '../../../analytics/query/segments/segment-context.ts';
import { loadReportSettings, type ReportSettingsDeps } from '../../../analytics/reports/report-settings.ts';
import { loadUserSegments } from '../../../analytics/users/user-segments.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { AccountNames } from '../../../platform/metadata/account-names.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { ReceivedCampaigns } from '../../campaigns/campaigns.ts';
import type { CustomFields } from '../../custom-fields/custom-fields.ts';
import type { MailingExclusions } from '../../mailing-exclusions/mailing-exclusions.ts';
import type { Segments } from '../../segments/segments.ts';
import type { SiteTickets } from '../../site-tickets/site-tickets.ts';
import type { Takeovers } from '../../takeover/takeover.ts';
import { presentUnsubscribe, type Unsubscribes } from '../../unsubscribes/unsubscribes.ts';
import type { UserNotes } from '../../user-notes/user-notes.ts';
import { loadHead } from '../head/load-head.ts';
import { loadTotals } from '../head/load-totals.ts';
import { toIso } from '../parse/version.ts';
import type { ArchiveParts } from './read-me.ts';

/** Sources of everything about a user, besides their events. */
export interface UserFileDeps extends Omit<ReportSettingsDeps<BotRow>, 'store'> {
  store: Pick<EventStore, 'query' | 'rollup'>;
  customFields: Pick<CustomFields, 'list' | 'valuesOf' | 'historyOf'>;
  segments: Pick<Segments, 'list'>;
  userNotes: Pick<UserNotes, 'list' | 'responsible'>;
  mailingExclusions: Pick<MailingExclusions, 'of'>;
  unsubscribes: Pick<Unsubscribes, 'of' | 'history'>;
  siteTickets: Pick<SiteTickets, 'ofUser'>;
  receivedCampaigns: Pick<ReceivedCampaigns, 'all'>;
  takeovers: Pick<Takeovers, 'one'>;
  namesOf: AccountNames;
}

interface UserFileQuestion {
  bot: BotRow;
  user: number;
  parts: ArchiveParts;
  permissions: Permissions;
  /** IANA name: whose days segments count by. */
  timeZone: string | undefined;
  now: number;
  signal: AbortSignal;
}

/** Loads the contents of `user.json`. @throws AppError NotFound for a user without contact, and as `runQuery` does */
export async function loadUserFile(
  deps: UserFileDeps,
  { bot, user, parts, permissions, timeZone, now, signal }: UserFileQuestion,
) {
  const { store, takeovers, mailingExclusions } = deps;
  const userKey = { bot: bot.key, userId: user };
  const question = { store, bot: bot.key, user, now, signal };
  const head = await loadHead(question);
  const sessionGapMinutes = bot.session_gap_minutes;
  const profile = { ...head, ...(await loadTotals({ ...question, sessionGapMinutes, permissions })) };
  const settings = await loadReportSettings(deps, bot, timeZone, signal);
  const context = segmentContext(settings, await loadRollup(store, bot.key, signal), now);
  const segmentIds = await loadUserSegments({ store }, { bot: bot.key, user, context, signal });
  const [segments, takeover, exclusions, unsubscribed, subscriptions, visits] = await Promise.all([
    deps.segments.list(bot),
    takeovers.one(bot.key, user),
    mailingExclusions.of(bot.key, [user]),
    deps.unsubscribes.of(bot.key, [user]),
    deps.unsubscribes.history(bot.key, user),
    deps.siteTickets.ofUser(bot.key, user),
  ]);
  const exclusion = exclusions.get(user);
  const unsubscription = unsubscribed.get(user);
  const names = await deps.namesOf([
    takeover?.account ?? null,
    exclusion?.by ?? null,
    unsubscription?.by ?? null,
    ...subscriptions.map(({ by }) => by),
  ]);
  const nameOf = (account: string | null): string | null => (account === null ? null : (names.get(account) ?? null));
  return {
    exported_at: toIso(now),
    bot: { key: bot.key, name: bot.bot_name },
    profile,
    segments: segments
      .filter(({ id }) => segmentIds.has(id))
      .map(({ id, name, kind }) => ({ segment_id: id, name, kind })),
    takeover: takeover && {
      by: nameOf(takeover.account),
      since: takeover.since.toISOString(),
      expires_at: takeover.expiresAt.toISOString(),
    },
    mailing_exclusion: exclusion === undefined ? null : { at: exclusion.at.toISOString(), by: nameOf(exclusion.by) },
    unsubscription: unsubscription === undefined ? null : presentUnsubscribe(unsubscription, names),
    subscription_history: subscriptions.map((change) => presentUnsubscribe(change, names)),
    site_visits: visits.map(({ visit, madeAt, claimedAt }) => ({
      at: madeAt.toISOString(),
      started_at: claimedAt.toISOString(),
      host: visit.host,
      entry: visit.entry,
      referrer: visit.referrer,
      parameters: visit.params,
      url: visit.url,
      visitor_ids: visit.visitorIds,
    })),
    ...(parts.fields && (await loadFields(deps, userKey))),
    ...(parts.conversation && (await loadNotes(deps, userKey))),
    ...(parts.campaigns && { campaigns: await deps.receivedCampaigns.all(bot.key, user) }),
  };
}

async function loadFields({ customFields, namesOf }: UserFileDeps, { bot, userId }: { bot: string; userId: number }) {
  const [fields, values, history] = await Promise.all([
    customFields.list(bot),
    customFields.valuesOf(bot, [userId]),
    customFields.historyOf(bot, userId),
  ]);
  const names = await namesOf(history.map(({ account }) => account));
  const ownValues = values.get(userId) ?? {};
  return {
    custom_fields: fields
      .filter(({ key }) => Object.hasOwn(ownValues, key))
      .map(({ key, name, type }) => ({ key, name, type, value: ownValues[key] })),
    custom_field_history: history.map(({ key, value, kind, account, at }) => ({
      key,
      value,
      at: toIso(at),
      by: kind,
      actor: account === null ? null : (names.get(account) ?? null),
    })),
  };
}

async function loadNotes({ userNotes, namesOf }: UserFileDeps, userKey: { bot: string; userId: number }) {
  const [notes, responsible] = await Promise.all([userNotes.list(userKey), userNotes.responsible(userKey)]);
  const names = await namesOf([responsible, ...notes.map(({ author }) => author)]);
  const nameOf = (account: string | null): string | null => (account === null ? null : (names.get(account) ?? null));
  return {
    notes: notes.map(({ text, author, createdAt, updatedAt }) => ({
      text,
      author: nameOf(author),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    })),
    responsible: nameOf(responsible),
  };
}
