import type { When } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** Names for the numbers and keys in conditions. Undefined: it does not exist (any more). */
export interface RuleNames {
  segment(id: number): string | undefined;
  target(id: number): string | undefined;
  field(key: string): string | undefined;
  campaign(id: number): string | undefined;
}

/** Language and names for the sentences. */
export interface RuleWords {
  t: TFunction;
  locale: string;
  names: RuleNames;
}

/** For a sentence that goes on within another one. */
export const lowerFirst = (sentence: string, locale: string): string =>
  sentence.charAt(0).toLocaleLowerCase(locale) + sentence.slice(1);

/** Local days need no time zone: they are written as they are. */
export function nameDays({ locale }: Pick<RuleWords, 'locale'>, { from, to }: Extract<When, { kind: 'between' }>) {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const name = (day: string) => (Number.isNaN(Date.parse(day)) ? day : format.format(new Date(day)));
  return { from: name(from), to: name(to) };
}
