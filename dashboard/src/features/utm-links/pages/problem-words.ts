import { type BuiltLink, type LinkProblem, payloadLimits } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** Why there is no link, in the reader's language. `length` of the payload says how much is too much. */
export function problemWords(t: TFunction, problem: LinkProblem, excess = 0): string {
  const { code, found } = problem;
  if (code === 'tooLong') return t('UtmBuilder.problems.tooLong', { count: excess });
  if (code === 'characters') return t('UtmBuilder.problems.characters', { found: characterWords(t, found) });
  return t(`UtmBuilder.problems.${code}`, { found });
}

export const findPartProblem = ({ problems }: BuiltLink, index: number): LinkProblem | undefined =>
  problems.find(({ part }) => part === index);

/** Characters one by one; a space would not be seen. */
export const characterWords = (t: TFunction, characters: string): string =>
  [...characters].map((each) => (each.trim() === '' ? t('UtmBuilder.problems.space') : each)).join('  ');

/** By how many characters a payload is too long; 0 for one that fits. */
export const countExcess = (payload: string, kind: keyof typeof payloadLimits): number =>
  Math.max(0, payload.length - payloadLimits[kind]);
