import {
  api,
  othersName,
  type ReportType,
  type SharedQuery,
  type SharedView,
  shareTicketHeader,
  writeLines,
} from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { segmentsOfBreakdown } from '../../analytics/reports/breakdown.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { parseReportQuery } from '../../analytics/reports/report-query.ts';
import { loadReportSettings, type ReportSettingsDeps } from '../../analytics/reports/report-settings.ts';
import { type AnswerDeps, runReport } from '../../analytics/reports/run-report.ts';
import type { Attempts } from '../../platform/attempts.ts';
import { runThroughLink } from '../../platform/fairness/asker.ts';
import type { Http } from '../../platform/http/http.ts';
import { shownReport } from '../../platform/revealed-number.ts';
import { permitted } from '../access/access.ts';
import { subjectOf } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { createShareAnswers } from './share-answers.ts';
import { buildWords, reportsOf } from './share-question.ts';
import type { OpenShare, Shares } from './shares.ts';
import { shownPart } from './shown-part.ts';

interface ShareRoutesDeps extends ReportSettingsDeps<BotRow> {
  store: AnswerDeps['store'];
  shares: Shares;
  attempts: Pick<Attempts, 'take'>;
  now: () => number;
  /** Answers are kept for a duration, so it is measured by this clock. */
  monotonic: () => number;
}

export function registerShares(http: Http<BotRow>, deps: ShareRoutesDeps): void {
  const { shares, store, attempts, now, monotonic } = deps;
  const answers = createShareAnswers({ now, monotonic });

  http.on(api.listShares, ({ bot, permissions }) => shares.list(permitted(bot), permitted(permissions)));

  http.on(api.createShare, async ({ body: draft, ...call }) => {
    const [bot, permissions] = [permitted(call.bot), permitted(call.permissions)];
    const subject = subjectOf(call);
    await attempts.take({ 'share-make:account': subject.accountKey ?? '' });
    // A link that can never answer is refused while its maker can still change it.
    const settings = await loadReportSettings(deps, bot);
    const body = { ...draft, query: withNamedSegments(draft.query, settings) };
    for (const type of reportsOf(body.type_report))
      parseReportQuery(type, buildWords(type, body.query), settings, now());
    return shares.create(bot, permissions, body, subject);
  });

  http.on(api.revokeShare, async ({ params, ...call }) => {
    const [bot, permissions] = [permitted(call.bot), permitted(call.permissions)];
    await shares.revoke(bot, Number(params.id), subjectOf(call));
    return shares.list(bot, permissions);
  });

  http.on(api.unlockShare, async ({ params, body, raw, reply }) => {
    keepPrivate(reply);
    await attempts.take({ 'share-read:address': raw.ip });
    const share = await shares.open(params.token);
    const link = String(share.id);
    await attempts.take({
      'share-password:share+address': `${link} ${raw.ip}`,
      'share-password:share': { subject: link, asker: raw.ip },
    });
    return { ticket: await shares.unlock(share, body.password) };
  });

  http.on(api.readShare, async ({ params, query, raw, reply }) => {
    keepPrivate(reply);
    await attempts.take({ 'share-read:address': raw.ip });
    const share = await shares.open(params.token);
    const ticket = share.hasPassword ? shares.renew(share, readTicket(raw)) : null;
    if (share.hasPassword && ticket === null) return { locked: true } as const;

    const chosenPeriod = share.readerPeriod ? query.period : undefined;
    const settings = await loadReportSettings(deps, share.bot, share.timeZone);
    const answer = (type: ReportType, signal: AbortSignal) =>
      runReport(
        { store, now },
        parseReportQuery(type, buildWords(type, share.query, chosenPeriod), settings, now(), signal),
      );
    // The whole query is the key: permissions, settings and targets that change take effect at once.
    const key = JSON.stringify([share.id, share.reports, share.query, chosenPeriod, settings]);
    const { reports, asOf } = await answers.read(key, () =>
      runThroughLink(String(share.id), () => allOrNone((signal) => share.reports.map((type) => answer(type, signal)))),
    );
    if (query.opened === '1') await shares.seen(share);
    return presentShare(share, chosenPeriod, { reports, as_of: asOf, ticket });
  });
}

/** A link shows the segments that its maker has seen, and none that colleagues save or rename later. */
function withNamedSegments(query: SharedQuery, { segments }: Pick<ReportSettings, 'segments'>): SharedQuery {
  if (query.by !== 'segment' || query.lines) return query;
  return { ...query, lines: writeLines([...segmentsOfBreakdown(segments), othersName]) };
}

/** The first failure stops the rest. No reader who leaves does: others wait for the same answer. */
async function allOrNone<Result>(begin: (signal: AbortSignal) => Promise<Result>[]): Promise<Result[]> {
  const stop = new AbortController();
  try {
    return await Promise.all(begin(stop.signal));
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/** Secrets of addresses stay out of caches, search engines and other sites' logs. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
  reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('referrer-policy', 'no-referrer');
}

function readTicket(request: FastifyRequest): string | undefined {
  const header = request.headers[shareTicketHeader];
  return typeof header === 'string' ? header : undefined;
}

function presentShare(
  { title, bot, type, query, readerFilter, readerPeriod, permissions }: OpenShare,
  chosenPeriod: string | undefined,
  { reports, ...answer }: Pick<Extract<SharedView, { locked: false }>, 'reports' | 'as_of' | 'ticket'>,
): SharedView {
  const { filter, ...drawn } = query;
  const showsFilter = readerFilter || !filter;
  const visibleQuery: SharedQuery = { ...drawn, ...(chosenPeriod === undefined ? {} : { period: chosenPeriod }) };
  return {
    locked: false,
    title,
    bot_name: bot.bot_name,
    type_report: type,
    query: showsFilter && filter ? { ...visibleQuery, filter } : visibleQuery,
    filtered: Boolean(filter),
    reader_period: readerPeriod,
    ...answer,
    // A report has its model where sources matter: with a hidden filter the model would reveal what the filter is about.
    reports: reports
      .map((report) => shownReport(permissions, report))
      .map((report) => shownPart(report, query))
      .map(({ model, ...report }) => (showsFilter && model !== undefined ? { ...report, model } : report)),
  };
}
