import { api, type Conversion, sourceDeterminations } from '@botscope/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isPeriod } from '../../../../analytics/period/period.ts';
import { call } from '../../../../platform/api/call.ts';
import type { ConversionSearch } from '../../search.ts';

const pageSize = 50;
const followEveryMs = 60_000;

export type Model = (typeof sourceDeterminations)[number];

/** State of the list, as its address has it. */
export interface ConversionView {
  period: string;
  target: string | undefined;
  model: Model | undefined;
  filter: string | undefined;
}

/** Reads the state from an address; a choice that no list can have is left out instead of refused. */
export function readView({ period = '', target = '', model, filter }: ConversionSearch): ConversionView {
  return {
    period: isPeriod(period) ? period : '30d',
    target: /^\d{1,15}$/.test(target) ? target : undefined,
    model: sourceDeterminations.find((each) => each === model),
    filter: filter || undefined,
  };
}

/** Converts the state to a query for the server; choices that were not made are left out. */
export function toQuery({
  period,
  target,
  model,
  filter,
}: ConversionView): Record<string, string> & { period: string } {
  return { period, ...(target && { target_id: target }), ...(model && { model }), ...(filter && { filter }) };
}

/** The conversions of a view, page after page. */
export const conversionsQuery = (key: string, view: ConversionView) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'conversions', toQuery(view)],
    queryFn: ({ signal, pageParam }) =>
      call(api.listConversions, {
        params: { key },
        query: { ...toQuery(view), offset: String(pageParam), limit: String(pageSize) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loadedCount = pages.reduce((sum, { conversions }) => sum + conversions.length, 0);
      return last.conversions.length > 0 && loadedCount < last.total ? loadedCount : undefined;
    },
    refetchInterval: followEveryMs,
  });

/** Each line with a key of its own: one user may reach one target twice in a moment. */
export function withKeys(lines: readonly Conversion[]): [key: string, line: Conversion][] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.at} ${line.user_id} ${line.target_id}`;
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return [`${name} ${before}`, line];
  });
}
