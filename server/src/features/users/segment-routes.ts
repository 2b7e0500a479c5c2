import {
  api,
  everyone,
  keysOfRules,
  missingKey,
  type Permissions,
  type SegmentGroup,
  type SegmentMembers,
} from '@botscope/contract';
import { checkPatterns } from '../../analytics/query/check-pattern.ts';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { segmentContext } from '../../analytics/query/segments/segment-context.ts';
import { loadReportSettings, type ReportBot } from '../../analytics/reports/report-settings.ts';
import { countUsers } from '../../analytics/users/list-users.ts';
import { countOverlap, readSegmentHistory } from '../../analytics/users/segment-sizes.ts';
import { loadUserSegments } from '../../analytics/users/user-segments.ts';
import { selectUsers } from '../../analytics/users/users-query.ts';
import type { MemberSource } from '../../events/store/segment-members.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { assertMaySee } from '../../platform/revealed-parts.ts';
import { permitted } from '../access/access.ts';
import { presentSegments, type Segments, type StoredSegment } from '../segments/segments.ts';
import { selectionReader, type UsersCaller, type UsersRoutesDeps } from './users-routes.ts';

interface SegmentRoutesDeps<Bot> extends UsersRoutesDeps<Bot> {
  segments: Segments;
}

/** Segments and lists. */
export function registerSegments<Bot extends ReportBot>(http: Http<Bot>, deps: SegmentRoutesDeps<Bot>): void {
  const parts = segmentParts(deps);
  registerSegmentReads(http, deps, parts);
  registerSegmentChanges(http, deps, parts);
}

type SegmentParts<Bot extends ReportBot> = ReturnType<typeof segmentParts<Bot>>;

/** Functions that the routes share. */
function segmentParts<Bot extends ReportBot>(deps: SegmentRoutesDeps<Bot>) {
  const { segments } = deps;
  const now = deps.now ?? Date.now;
  const reading = { store: deps.store, now };
  const readSelection = selectionReader(deps);
  const createRuleCheck = (permissions: Permissions | null) => (rules: SegmentGroup) =>
    missingKey(permitted(permissions), keysOfRules(rules)) === undefined;
  const presentSegment = async (bot: Bot, { id }: StoredSegment, permissions: Permissions | null) => {
    const all = presentSegments(await segments.list(bot), createRuleCheck(permissions));
    const match = all.find((one) => one.segment_id === id);
    if (!match) throw new AppError('NotFound', { field: 'segment_id' });
    return match;
  };
  const loadContext = async ({ bot, account, signal }: UsersCaller<Bot>) => {
    const settings = await loadReportSettings(deps, bot, account?.time_zone, signal);
    return { settings, context: segmentContext(settings, await loadRollup(deps.store, bot.key, signal), now()) };
  };
  const resolveSource = async (call: UsersCaller<Bot>, members: SegmentMembers): Promise<MemberSource> => {
    if ('user_ids' in members) {
      // Users unknown to the bot, erased ones among them, are not stored.
      return { userIds: [...(await loadKnownUsers(deps.store, call.bot.key, members.user_ids))] };
    }
    const users = await selectUsers(reading, await readSelection(call, members.selection));
    const { sql, params } = users.statement(
      (from, condition) => `SELECT user_id FROM ${from.allUsers} AND ${condition}`,
    );
    return { statement: { sql, params } };
  };
  const count = async (call: UsersCaller<Bot>, segment: StoredSegment): Promise<StoredSegment> => {
    const rules = JSON.stringify({
      match: 'all',
      rules: [{ kind: 'segment', segment_id: segment.id, not: false }],
    });
    const { count: users } = await countUsers(reading, await readSelection(call, { rules }));
    return segments.setCount(call.bot, segment.id, users);
  };
  const checkRules = async (rules: SegmentGroup | undefined): Promise<void> => {
    if (rules !== undefined) await checkPatterns(deps.store, rules);
  };
  const toCaller = <Call extends Omit<UsersCaller<Bot>, 'bot'> & { bot: Bot | null }>(call: Call) => ({
    ...call,
    bot: permitted(call.bot),
  });
  return { reading, createRuleCheck, presentSegment, loadContext, resolveSource, count, checkRules, toCaller };
}

function registerSegmentReads<Bot extends ReportBot>(
  http: Http<Bot>,
  deps: SegmentRoutesDeps<Bot>,
  { reading, createRuleCheck, presentSegment, loadContext, count, toCaller }: SegmentParts<Bot>,
): void {
  const { segments } = deps;
  http.on(api.userSegments, async ({ params, ...rest }) => {
    const call = toCaller(rest);
    const user = Number(params.user_id);
    if (!(await loadKnownUsers(deps.store, call.bot.key, [user])).has(user)) {
      throw new AppError('NotFound', { field: 'user_id' });
    }
    const [all, { context }] = await Promise.all([segments.list(call.bot), loadContext(call)]);
    const segmentIds = await loadUserSegments(reading, { bot: call.bot.key, user, context, signal: call.signal });
    return all.filter(({ id }) => segmentIds.has(id)).map(({ id, name, kind }) => ({ segment_id: id, name, kind }));
  });
  http.on(api.listSegments, async ({ bot, permissions }) =>
    presentSegments(await segments.list(permitted(bot)), createRuleCheck(permissions)),
  );
  http.on(api.countSegment, async ({ params, ...rest }) => {
    const call = toCaller(rest);
    const segment = await segments.get(call.bot, Number(params.segment_id));
    return presentSegment(call.bot, await count(call, segment), call.permissions);
  });
  http.on(api.segmentHistory, async ({ params, ...rest }) => {
    const call = toCaller(rest);
    const segment = await segments.get(call.bot, Number(params.segment_id));
    if (segment.kind !== 'dynamic') return { points: [] };
    const { settings, context } = await loadContext(call);
    return { points: await readSegmentHistory(reading, segment.rules, { settings, context, signal: call.signal }) };
  });
  http.on(api.segmentOverlap, async ({ params, query, ...rest }) => {
    const call = toCaller(rest);
    const [one, other] = [Number(params.segment_id), Number(query.with)];
    await segments.get(call.bot, one);
    await segments.get(call.bot, other);
    const { settings, context } = await loadContext(call);
    return countOverlap(reading, [one, other], { settings, context, signal: call.signal });
  });
}

function registerSegmentChanges<Bot extends ReportBot>(
  http: Http<Bot>,
  deps: SegmentRoutesDeps<Bot>,
  { presentSegment, loadContext, resolveSource, count, checkRules, toCaller }: SegmentParts<Bot>,
): void {
  const { record, segments } = deps;
  http.on(api.createSegment, async ({ body, ...rest }) => {
    const call = toCaller(rest);
    await checkRules(body.rules);
    const { context } = await loadContext(call);
    const source = body.members && (await resolveSource(call, body.members));
    const draft = { name: body.name, kind: body.kind, rules: body.rules ?? everyone };
    const segment = await segments.create(call.bot, { ...draft, createdBy: call.account?.key ?? null }, context);
    if (body.kind !== 'dynamic' && source) await segments.fill(call.bot, segment, source);
    await record(rest, 'segment_added', { name: segment.name });
    return presentSegment(call.bot, await count(call, segment), call.permissions);
  });
  http.on(api.updateSegment, async ({ params, body, ...rest }) => {
    const call = toCaller(rest);
    await checkRules(body.rules);
    const { context } = await loadContext(call);
    const before = await segments.get(call.bot, Number(params.segment_id));
    // Nobody replaces what they cannot see.
    if (body.rules !== undefined) assertMaySee(permitted(call.permissions), keysOfRules(before.rules), 'rules');
    const segment = await segments.update(call.bot, Number(params.segment_id), body, context);
    await record(rest, 'segment_changed', { name: segment.name });
    return presentSegment(call.bot, await count(call, segment), call.permissions);
  });
  http.on(api.removeSegment, async ({ params, ...rest }) => {
    const segment = await segments.remove(permitted(rest.bot), Number(params.segment_id));
    await record(rest, 'segment_removed', { name: segment.name });
    return { removed: true } as const;
  });
  http.on(api.restoreSegment, async ({ params, ...rest }) => {
    const bot = permitted(rest.bot);
    const segment = await segments.restore(bot, Number(params.segment_id));
    await record(rest, 'segment_restored', { name: segment.name });
    return presentSegment(bot, segment, rest.permissions);
  });
  http.on(api.changeMembers, async ({ params, body, ...rest }) => {
    const call = toCaller(rest);
    const id = Number(params.segment_id);
    const source = await resolveSource(call, body.members);
    await segments.changeMembers(call.bot, id, source, body.action === 'add');
    const segment = await segments.get(call.bot, id);
    await record(rest, 'list_changed', { name: segment.name });
    return { count: (await count(call, segment)).count ?? 0 };
  });
}
