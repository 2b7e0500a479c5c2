import type { ReportLine } from '@botscope/contract';
import type { Span } from '../calendar.ts';
import { actionsIn, collectUsers } from '../fact-sets.ts';
import { line, mean } from '../lines.ts';
import type { Look } from '../question.ts';
import { topValues, valueOfUser } from '../user-selection.ts';
import { guessGender, newestProfiles } from '../users.ts';
import { othersName } from '../words.ts';

/** Visitors by the ten most frequent values of a dimension, and by all others. */
export function audience(look: Look): ReportLine[] {
  const { question, span } = look;
  const dimension = question.by ?? 'language';
  const names = look.named ?? topValues(dimension, look, span, question);
  const countVisitors = (belongs: (value: string) => boolean) => (bucket: Span) => {
    const acted = actionsIn(look.acts, bucket).filter(({ userId, chatType }) =>
      belongs(dimension === 'chat_type' ? chatType : valueOfUser(dimension, userId, look, span, question)),
    );
    return collectUsers(acted).size;
  };
  const othersLine = line(
    othersName,
    look,
    countVisitors((value) => !names.includes(value)),
  );
  return [
    ...names.map((name) =>
      line(
        name,
        look,
        countVisitors((value) => value === name),
      ),
    ),
    ...(othersLine.total ? [othersLine] : []),
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
    return profile ? guessGender(profile) : { gender: 'unknown', confidence: 0 };
  };
  const visitors = (targetGender: string) =>
    line(
      targetGender,
      look,
      (span) => visitorsIn(look, span).filter((userId) => guess(userId).gender === targetGender).length,
    );
  const confidence = line('confidence', look, (span) => {
    const guessed = visitorsIn(look, span).map(guess);
    return mean(
      guessed.filter(({ gender: guessedGender }) => guessedGender !== 'unknown').map((one) => 100 * one.confidence),
    );
  });
  return [visitors('male'), visitors('female'), visitors('unknown'), { ...confidence, unit: 'percent' }];
}

function visitorsIn({ acts }: Look, span: Span): number[] {
  return [...collectUsers(actionsIn(acts, span))];
}
