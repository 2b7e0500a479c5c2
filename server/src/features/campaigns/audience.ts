import { type AudienceCount, type CampaignAudience, everyone, type SegmentGroup } from '@botscope/contract';
import { countPeople, idsOf } from '../../analytics/people/list-people.ts';
import { type PeopleQuery, selectPeople } from '../../analytics/people/people-query.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { ExcludedOf } from './audience-exclusions.ts';
import type { AudienceOf } from './engine/engine-deps.ts';

/** An audience of a bot; days of its rules are those of the time zone. */
interface AudienceRequest {
  bot: string;
  audience: CampaignAudience;
  timeZone: string;
  signal?: AbortSignal | undefined;
}

/** Whom a campaign goes to: how many, and who. */
export interface Audiences {
  /** @throws AppError InvalidField for rules that name what the bot does not have, InvalidPattern, StoreUnavailable */
  count(request: AudienceRequest): Promise<AudienceCount>;
  of: AudienceOf;
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
  settingsOf(bot: string, timeZone: string): Promise<ReportSettings>;
  excludedOf: ExcludedOf;
  now?: () => number;
}): Audiences {
  const { store, settingsOf, excludedOf, now = Date.now } = deps;
  const reading = { store, now };

  async function queryOf({ bot, timeZone, signal }: AudienceRequest, rules: SegmentGroup): Promise<PeopleQuery> {
    return { settings: await settingsOf(bot, timeZone), rules, search: '', number: '', signal };
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
      yield chunk.filter((id) => !excluded.has(id));
    }
  }

  return {
    async count(request) {
      const groups = await (request.audience.kind === 'ids' ? listed(request, 0) : selected(request, 0, true));
      let canGet = 0;
      for await (const chunk of reached(request, groups.live)) {
        request.signal?.throwIfAborted();
        canGet += chunk.length;
      }
      return {
        can_get: canGet,
        left: groups.left,
        never_started: groups.neverStarted,
        excluded: groups.live.length - canGet,
        duplicates: groups.duplicates,
      };
    },
    async *of(request, afterId) {
      const { live } = await (request.audience.kind === 'ids'
        ? listed(request, afterId)
        : selected(request, afterId, false));
      yield* reached(request, live);
    },
  };
}
