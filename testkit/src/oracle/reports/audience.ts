import type { ReportLine } from '@botscope/contract';
import type { Span } from '../calendar.ts';
import { actionsIn, peopleOf } from '../fact-sets.ts';
import { line, mean } from '../lines.ts';
import { genderOf, newestProfiles } from '../people.ts';
import type { Look } from '../question.ts';
import { topValues, valueOfPerson } from '../user-selection.ts';
import { othersName } from '../words.ts';

/** Visitors by the ten most frequent values of a dimension, and by all others. */
export function audience(look: Look): ReportLine[] {
  const { question, span } = look;
  const dimension = question.by ?? 'language';
  const names = look.named ?? topValues(dimension, look, span, question);
  const visitorsOf = (belongs: (value: string) => boolean) => (bucket: Span) => {
    const acted = actionsIn(look.acts, bucket).filter(({ userId, chatType }) =>
      belongs(dimension === 'chat_type' ? chatType : valueOfPerson(dimension, userId, look, span, question)),
    );
    return peopleOf(acted).size;
  };
  const others = line(
    othersName,
    look,
    visitorsOf((value) => !names.includes(value)),
  );
  return [
    ...names.map((name) =>
      line(
        name,
        look,
        visitorsOf((value) => value === name),
      ),
    ),
    ...(others.total ? [others] : []),
  ];
}

export function premium(look: Look): ReportLine[] {
  const profiles = newestProfiles(look.facts);
  const visitors = (isPremium: boolean) => (span: Span) =>
    visitorsIn(look, span).filter((userId) => profiles.get(userId)?.isPremium === isPremium).length;
  return [line('premium', look, visitors(true)), line('regular', look, visitors(false))];
}

/** Visitors by what their first name says, and how sure that is: the mean share of the names of those guessed. */
export function gender(look: Look): ReportLine[] {
  const profiles = newestProfiles(look.facts);
  const guess = (userId: number) => {
    const profile = profiles.get(userId);
    return profile ? genderOf(profile) : { gender: 'unknown', confidence: 0 };
  };
  const visitors = (wanted: string) =>
    line(wanted, look, (span) => visitorsIn(look, span).filter((userId) => guess(userId).gender === wanted).length);
  const confidence = line('confidence', look, (span) => {
    const guessed = visitorsIn(look, span).map(guess);
    return mean(guessed.filter(({ gender: said }) => said !== 'unknown').map((one) => 100 * one.confidence));
  });
  return [visitors('male'), visitors('female'), visitors('unknown'), { ...confidence, unit: 'percent' }];
}

function visitorsIn({ acts }: Look, span: Span): number[] {
  return [...peopleOf(actionsIn(acts, span))];
}
