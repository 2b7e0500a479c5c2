import {
  type AudienceCount,
  type CampaignAudience,
  everyone,
  type SegmentCondition,
  type SegmentGroup,
} from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import type { ScopedStatement, Sources } from '../../analytics/query/scope.ts';
import type { SegmentLookup } from '../../analytics/query/segments/segment-context.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { countUsers, listUserIds } from '../../analytics/users/list-users.ts';
import { selectUsers, type UsersQuery } from '../../analytics/users/users-query.ts';
import type { EventStore, Parameter } from '../../events/store/event-store.ts';
import type { AudienceOf } from '../campaign-engine/campaign-engine.ts';
import type { ExcludedOf } from './audience-exclusions.ts';

/** An audience of a bot; days of its rules are those of the time zone. */
interface AudienceRequest {
  bot: string;
  audience: CampaignAudience;
  timeZone: string;
  signal?: AbortSignal | undefined;
}

/** The users of an audience to whom the bot may write, for statements: before exclusions. */
export interface ReachableUsers {
  fields: SegmentLookup['fields'];
  /** `where` selects them among the rows of `users`. */
  statement(
    write: (from: Sources, where: string) => string,
    params?: Readonly<Record<string, Parameter>>,
  ): ScopedStatement;
}

/** Audiences of campaigns: how many users, and which. */
export interface Audiences {
  /** @throws AppError InvalidField for rules that name what the bot does not have, InvalidPattern, StoreUnavailable */
  count(request: AudienceRequest): Promise<AudienceCount>;
  of(request: AudienceRequest & Parameters<AudienceOf>[0], afterId: number): ReturnType<AudienceOf>;
  /** Null: nobody is chosen. @throws AppError as `count` */
  reachable(request: AudienceRequest): Promise<ReachableUsers | null>;
}

/** Users whose exclusions are looked up at a time. */
const usersOfChunk = 10_000;

/** The users of an audience before exclusions, the ids rising. */
interface Groups {
  reachable: readonly number[];
  left: number;
  neverStarted: number;
  duplicates: number;
}

const property = (name: 'status' | 'chat', ...values: string[]): SegmentCondition => ({
  kind: 'property',
  property: name,
  not: false,
  values,
});
/** Users to whom the bot may write. A chat that was opened may be that of a user who has left since. */
export const reachableUsers = {
  match: 'all',
  rules: [property('status', 'live'), property('chat', 'open')],
} as const satisfies SegmentGroup;
const reach = {
  reachable: reachableUsers,
  left: { match: 'any', rules: [property('status', 'left'), property('chat', 'blocked', 'deleted')] },
  never_started: { match: 'all', rules: [property('status', 'live'), property('chat', 'never_opened')] },
} as const satisfies Record<string, SegmentGroup>;

const restrictToReachable = (rules: SegmentGroup): SegmentGroup => ({ match: 'all', rules: [reach.reachable, rules] });

export function createAudiences(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  settingsOf(bot: string, timeZone: string): Promise<ReportSettings>;
  excludedOf: ExcludedOf;
  now?: () => number;
}): Audiences {
  const { store, settingsOf, excludedOf, now = Date.now } = deps;
  const reading = { store, now };

  async function buildQuery({ bot, timeZone, signal }: AudienceRequest, rules: SegmentGroup): Promise<UsersQuery> {
    return { settings: await settingsOf(bot, timeZone), rules, search: '', number: '', signal };
  }

  /** Rules that are missing select nobody: a message to everyone must be what someone chose. */
  async function selected(request: AudienceRequest, afterId: number, needsOthers: boolean): Promise<Groups> {
    const { kind, rules } = request.audience;
    const selection = kind === 'all' ? everyone : rules;
    if (selection === undefined) return { reachable: [], left: 0, neverStarted: 0, duplicates: 0 };
    const query = await buildQuery(request, restrictToReachable(selection));
    const reachable = await listUserIds(reading, query, afterId);
    if (!needsOthers) return { reachable, left: 0, neverStarted: 0, duplicates: 0 };
    const countGroup = async (group: SegmentGroup): Promise<number> =>
      (await countUsers(reading, { ...query, rules: { match: 'all', rules: [group, selection] } })).count;
    const [leftCount, neverStarted] = [await countGroup(reach.left), await countGroup(reach.never_started)];
    return { reachable, left: leftCount, neverStarted, duplicates: 0 };
  }

  async function listedIn(request: AudienceRequest, group: SegmentGroup, ids: readonly number[]): Promise<number[]> {
    const users = await selectUsers(reading, await buildQuery(request, group));
    const statement = users.statement(
      (from, condition) => `
SELECT user_id FROM ${from.allUsers} AND user_id IN {listed:Array(Int64)} AND ${condition}
ORDER BY user_id`,
      { listed: ids },
    );
    const tag = `audience/${request.bot}`;
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag, signal: request.signal });
    return rows.map((row) => row.user_id);
  }

  async function loadListedUsers(request: AudienceRequest, afterId: number): Promise<Groups> {
    const all = request.audience.user_ids ?? [];
    const ids = [...new Set(all)].filter((id) => id > afterId);
    const reachable = await listedIn(request, reach.reachable, ids);
    const leftCount = (await listedIn(request, reach.left, ids)).length;
    return {
      reachable,
      left: leftCount,
      neverStarted: ids.length - reachable.length - leftCount,
      duplicates: all.length - new Set(all).size,
    };
  }

  return {
    async count(request) {
      const groups = await (request.audience.kind === 'ids' ? loadListedUsers(request, 0) : selected(request, 0, true));
      let canGet = 0;
      let unsubscribed = 0;
      for await (const chunk of excludeUsers(excludedOf, request, groups.reachable)) {
        request.signal?.throwIfAborted();
        canGet += chunk.reached.length;
        unsubscribed += chunk.unsubscribed;
      }
      return {
        can_get: canGet,
        left: groups.left,
        never_started: groups.neverStarted,
        excluded: groups.reachable.length - canGet - unsubscribed,
        unsubscribed,
        duplicates: groups.duplicates,
      };
    },
    async reachable(request) {
      const { kind, rules, user_ids: ids = [] } = request.audience;
      const selection = kind === 'rules' ? rules : everyone;
      if (selection === undefined) return null;
      const users = await selectUsers(reading, await buildQuery(request, restrictToReachable(selection)));
      const isListed = kind === 'ids';
      return {
        fields: users.settings.fields,
        statement: (write, params) =>
          users.statement(
            (from, condition) =>
              write(from, isListed ? `${condition} AND user_id IN {listed:Array(Int64)}` : condition),
            { ...params, ...(isListed && { listed: [...new Set(ids)] }) },
          ),
      };
    },
    async *of(request, afterId) {
      const { reachable } = await (request.audience.kind === 'ids'
        ? loadListedUsers(request, afterId)
        : selected(request, afterId, false));
      for await (const chunk of excludeUsers(excludedOf, request, reachable)) yield chunk.reached;
    },
  };
}

/** Takes out excluded users, chunk by chunk. */
async function* excludeUsers(excludedOf: ExcludedOf, { bot, audience }: AudienceRequest, reachable: readonly number[]) {
  for (let from = 0; from < reachable.length; from += usersOfChunk) {
    const chunk = reachable.slice(from, from + usersOfChunk);
    const excluded = await excludedOf(bot, audience, chunk);
    const unsubscribed = [...excluded.values()].filter((reason) => reason === 'unsubscribed').length;
    yield { reached: chunk.filter((id) => !excluded.has(id)), unsubscribed };
  }
}
