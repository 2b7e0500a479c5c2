import { StartRules } from '@botscope/contract';
import * as z from 'zod/mini';

export type RuleProblem = 'paramsMissing' | 'separatorWrong' | 'separatorSame' | 'sourceMissing';

/**
 * Finds problems of rules that are being edited, by field: those that the server would refuse, and one that no schema
 * knows: two equal separators do not split as intended. Rules that do not split need none of the fields.
 */
export function checkRules(rules: StartRules): Partial<Record<keyof StartRules, RuleProblem>> {
  if (rules.type === 'auto') return {};
  const read = z.safeParse(StartRules, rules);
  const wrongFields = new Set((read.error?.issues ?? []).map((issue) => String(issue.path[0])));
  const lacksParams = rules.type !== 'all' && rules.params.length === 0;
  return {
    ...(lacksParams && { params: 'paramsMissing' }),
    ...(rules.paramSeparator === rules.valueSeparator && { valueSeparator: 'separatorSame' }),
    ...(wrongFields.has('paramSeparator') && { paramSeparator: 'separatorWrong' }),
    ...(wrongFields.has('valueSeparator') && { valueSeparator: 'separatorWrong' }),
    ...(wrongFields.has('sourceParam') && { sourceParam: 'sourceMissing' }),
  };
}
