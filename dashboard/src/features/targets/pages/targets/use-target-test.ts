import type { TargetDraft, TargetTest } from '@botscope/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { targetTestQuery } from '../../public/targets-data.ts';
import { type FieldProblems, findField, findProblems, type TargetValues, toDraft } from './target-values.ts';

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
export function useTargetTest(bot: string, values: TargetValues, isAllowed: boolean): Trial {
  const { trigger, value } = toDraft(values);
  const { name: _name, ...problems } = findProblems(values);
  const isPossible = isAllowed && values.kind !== 'api' && Object.keys(problems).length === 0;
  // As a text: the same query is the same value at every render.
  const queryText = JSON.stringify({ trigger, value });
  const [settled] = useDebouncedValue(queryText, pauseMs);
  const isSettled = settled === queryText;
  const query = useQuery({
    ...targetTestQuery(bot, JSON.parse(settled) as Pick<TargetDraft, 'trigger' | 'value'>),
    enabled: isPossible && isSettled,
    placeholderData: keepPreviousData,
  });
  return {
    query,
    possible: isPossible,
    stale: query.isPlaceholderData || !isSettled,
    refused: isSettled && isPossible ? refusedFields(query.error, values) : {},
  };
}

function refusedFields(error: unknown, { kind }: TargetValues): FieldProblems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.items.flatMap(({ code, field }) => {
      const fieldName = code === 'InvalidPattern' ? 'text' : field === undefined ? null : findField(field, kind);
      return fieldName ? [[fieldName, { code }]] : [];
    }),
  );
}
