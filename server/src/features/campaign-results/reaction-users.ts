import { buttonsWithData, type CampaignMessage } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import {
  activeWithinMs,
  deliverySpanSql,
  leftWithinMs,
  type Reaction,
  reactionUsersSql,
  toDataMatch,
} from './results.sql.ts';

interface ReactionRequest {
  bot: string;
  campaignId: number;
  message: Pick<CampaignMessage, 'buttons'>;
  /** `left`, `left:1`, `active`, `pressed` or `pressed:0`: see contract's `OutcomeText`. */
  reaction: string;
  /** The last id of the users before. */
  after: number;
  limit: number;
  signal?: AbortSignal | undefined;
}

/** Rising ids of the users behind a number of `CampaignResults`. @throws AppError NotFound (`outcome`) for a button that is not there */
export type ReactionUsers = (request: ReactionRequest) => Promise<number[]>;

export function createReactionUsers(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  now?: () => number;
}): ReactionUsers {
  const { store, now = Date.now } = deps;
  return async ({ bot, campaignId, message, reaction, after, limit, signal }) => {
    const options = { tag: `campaign/${bot}`, signal };
    const campaign = { campaign: campaignId };
    const spanStatement = scope(bot, 0, 1).statement(deliverySpanSql, campaign);
    const [span] = await runQuery<{ first: number; last: number; users: number }>(store, spanStatement, options);
    if (span === undefined || span.users === 0) return [];
    const question = read(reaction, message);
    const [begin, end] = [span.first, Math.max(span.last + question.within, question.isOpen ? now() + dayMs : 0)];
    // Rollups are exact to a quarter of an hour, so bounds at whole hours are exact, too.
    const hours = [Math.floor(begin / hourMs) * hourMs, Math.ceil(end / hourMs) * hourMs] as const;
    const period = scope(bot, ...hours, undefined, await loadRollup(store, bot, signal));
    const params = { ...campaign, ...question.params, after, limit };
    const rows = await runQuery<{ user_id: number }>(
      store,
      period.statement(reactionUsersSql(question.is), params),
      options,
    );
    return rows.map(({ user_id }) => user_id);
  };
}

interface Question {
  is: Reaction;
  /** Time after the last delivery within which it may happen, ms. */
  within: number;
  /** However long after. */
  isOpen?: boolean;
  params: Readonly<Record<string, string | number>>;
}

/** Uses the same moments as the numbers. */
function read(reaction: string, message: Pick<CampaignMessage, 'buttons'>): Question {
  const [kind, place] = reaction.split(':');
  const [, , third] = leftWithinMs;
  if (kind === 'left') {
    const bounds = [0, ...leftWithinMs];
    const [from, to] = place === undefined ? [0, third] : [bounds[Number(place) - 1], bounds[Number(place)]];
    return { is: 'left', within: third, params: { bound_3: third, gap_from: from ?? 0, gap_to: to ?? third } };
  }
  if (kind === 'active') return { is: 'active', within: activeWithinMs, params: { active_within: activeWithinMs } };
  if (place === undefined) return { is: 'pressed', within: 0, isOpen: true, params: {} };
  const pressed = buttonsWithData(message)[Number(place)];
  if (pressed === undefined) throw new AppError('NotFound', { field: 'outcome' });
  const { is, value } = toDataMatch(pressed);
  return { is: `pressed ${is}`, within: 0, isOpen: true, params: { button: value } };
}
