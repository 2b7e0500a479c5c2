import { type AudienceCount, type CampaignAudience, everyone, type SegmentGroup } from '@botscope/contract';
import { countPeople, idsOf } from '../../analytics/people/list-people.ts';
import { type PeopleQuery, selectPeople } from '../../analytics/people/people-query.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import type { ScopedStatement, Sources } from '../../analytics/query/scope.ts';
import type { SegmentLookup } from '../../analytics/query/segments/segment-context.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventStore, Parameter } from '../../events/store/event-store.ts';
import type { ExcludedOf } from './audience-exclusions.ts';
import type { AudienceOf } from './engine/engine-deps.ts';

/** An audience of a bot; days of its rules are those of the time zone. */
interface AudienceRequest {
  bot: string;
  audience: CampaignAudience;
  timeZone: string;
  /** Of the demo: who knows segments of their own. */
  visitor?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The users of an audience who have not left the bot, for statements: before exclusions. */
export interface ReachablePeople {
  fields: SegmentLookup['fields'];
  /** `where` selects them among the rows of `users`. */
  statement(
    write: (from: Sources, where: string) => string,
    params?: Readonly<Record<string, Parameter>>,
  ): ScopedStatement;
}

/** Whom a campaign goes to: how many, and who. */
export interface Audiences {
  /** @throws AppError InvalidField for rules that name what the bot does not have, InvalidPattern, StoreUnavailable */
  count(request: AudienceRequest): Promise<AudienceCount>;
  of(request: AudienceRequest & Parameters<AudienceOf>[0], afterId: number): ReturnType<AudienceOf>;
  /** Null: nobody is chosen. @throws AppError as `count` */
  reachable(request: AudienceRequest): Promise<ReachablePeople | null>;
}

/** Users whose exclusions are looked up at a time. */
const usersOfChunk = 10_000;

/** The users of an audience before exclusions, the ids rising. */
interface Groups {
  live: readonly number[];
  left: number;
  neverStarted: number;
  duplicates: number;
}

const withStatus = (status: 'live' | 'left', rules: SegmentGroup): SegmentGroup => ({
  match: 'all',
  rules: [{ kind: 'property', property: 'status', not: false, values: [status] }, rules],
});

export function createAudiences(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  settingsOf(bot: string, timeZone: string, visitor?: string): Promise<ReportSettings>;
  excludedOf: ExcludedOf;
  now?: () => number;
}): Audiences {
  const { store, settingsOf, excludedOf, now = Date.now } = deps;
  const reading = { store, now };

  async function queryOf(
    { bot, timeZone, visitor, signal }: AudienceRequest,
    rules: SegmentGroup,
  ): Promise<PeopleQuery> {
    return { settings: await settingsOf(bot, timeZone, visitor), rules, search: '', number: '', signal };
  }

  /** Rules that are missing select nobody: a message to everyone must be what someone chose. */
  async function selected(request: AudienceRequest, afterId: number, needsLeft: boolean): Promise<Groups> {
    const { kind, rules } = request.audience;
    const chosen = kind === 'all' ? everyone : rules;
    if (chosen === undefined) return { live: [], left: 0, neverStarted: 0, duplicates: 0 };
    const query = await queryOf(request, withStatus('live', chosen));
    const live = await idsOf(reading, query, afterId);
    if (!needsLeft) return { live, left: 0, neverStarted: 0, duplicates: 0 };
    const { count: left } = await countPeople(reading, { ...query, rules: withStatus('left', chosen) });
    return { live, left, neverStarted: 0, duplicates: 0 };
  }

  async function listed(request: AudienceRequest, afterId: number): Promise<Groups> {
    const all = request.audience.user_ids ?? [];
    const ids = [...new Set(all)].filter((id) => id > afterId).sort((one, other) => one - other);
    const people = await selectPeople(reading, await queryOf(request, withStatus('live', everyone)));
    const statement = people.statement(
      (from, where) => `
SELECT user_id, (${where}) AS is_live
FROM ${from.users} AND user_id IN {listed:Array(Int64)}
ORDER BY user_id`,
      { listed: ids },
    );
    const known = await runQuery<{ user_id: number; is_live: boolean | number }>(store, statement, {
      tag: `audience/${request.bot}`,
      signal: request.signal,
    });
    const live = known.filter(({ is_live }) => Boolean(is_live)).map((row) => row.user_id);
    return {
      live,
      left: known.length - live.length,
      neverStarted: ids.length - known.length,
      duplicates: all.length - new Set(all).size,
    };
  }

  async function* reached({ bot, audience }: AudienceRequest, live: readonly number[]) {
    for (let from = 0; from < live.length; from += usersOfChunk) {
      const chunk = live.slice(from, from + usersOfChunk);
      const excluded = await excludedOf(bot, audience, chunk);
      const unsubscribed = [...excluded.values()].filter((why) => why === 'unsubscribed').length;
      yield { reached: chunk.filter((id) => !excluded.has(id)), unsubscribed };
    }
  }

  return {
    async count(request) {
      const groups = await (request.audience.kind === 'ids' ? listed(request, 0) : selected(request, 0, true));
      let canGet = 0;
      let unsubscribed = 0;
      for await (const chunk of reached(request, groups.live)) {
        request.signal?.throwIfAborted();
        canGet += chunk.reached.length;
        unsubscribed += chunk.unsubscribed;
      }
      return {
        can_get: canGet,
        left: groups.left,
        never_started: groups.neverStarted,
        excluded: groups.live.length - canGet - unsubscribed,
        unsubscribed,
        duplicates: groups.duplicates,
      };
    },
    async reachable(request) {
      const { kind, rules, user_ids: ids = [] } = request.audience;
      const chosen = kind === 'rules' ? rules : everyone;
      if (chosen === undefined) return null;
      const people = await selectPeople(reading, await queryOf(request, withStatus('live', chosen)));
      const isListed = kind === 'ids';
      return {
        fields: people.settings.fields,
        statement: (write, params) =>
          people.statement(
            (from, where) => write(from, isListed ? `${where} AND user_id IN {listed:Array(Int64)}` : where),
            { ...params, ...(isListed && { listed: [...new Set(ids)] }) },
          ),
      };
    },
    async *of(request, afterId) {
      const { live } = await (request.audience.kind === 'ids'
        ? listed(request, afterId)
        : selected(request, afterId, false));
      for await (const chunk of reached(request, live)) yield chunk.reached;
    },
  };
}
