import type { TargetDraft, TargetTest } from '@botscope/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { targetTestQuery } from '../../public/targets-data.ts';
import { draftOf, type FieldProblems, fieldOf, problemsOf, type TargetValues } from './target-values.ts';

/** Long enough that a word is not asked for letter by letter. */
const pauseMs = 500;

export interface Trial {
  query: UseQueryResult<TargetTest>;
  /** False while the trigger is not filled in, or can only be sent by API. */
  possible: boolean;
  /** True while the result on show belongs to values that were typed before. */
  stale: boolean;
  /** Fields that the server would not count by, such as a pattern that is none. */
  refused: FieldProblems;
}

/** Counts what is typed over the bot's last 7 days, whenever the typing rests. */
export function useTargetTest(bot: string, values: TargetValues, allowed: boolean): Trial {
  const { trigger, value } = draftOf(values);
  const { name: _name, ...problems } = problemsOf(values);
  const possible = allowed && values.kind !== 'api' && Object.keys(problems).length === 0;
  // As a text: the same query is the same value at every render.
  const wanted = JSON.stringify({ trigger, value });
  const [settled] = useDebouncedValue(wanted, pauseMs);
  const rested = settled === wanted;
  const query = useQuery({
    ...targetTestQuery(bot, JSON.parse(settled) as Pick<TargetDraft, 'trigger' | 'value'>),
    enabled: possible && rested,
    placeholderData: keepPreviousData,
  });
  return {
    query,
    possible,
    stale: query.isPlaceholderData || !rested,
    refused: rested && possible ? refusedFields(query.error, values) : {},
  };
}

function refusedFields(error: unknown, { kind }: TargetValues): FieldProblems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.items.flatMap(({ code, field }) => {
      const named = code === 'InvalidPattern' ? 'text' : field === undefined ? null : fieldOf(field, kind);
      return named ? [[named, { code }]] : [];
    }),
  );
}
