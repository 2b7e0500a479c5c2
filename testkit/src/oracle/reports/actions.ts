import type { ReportLine } from '@botscope/contract';
import { type Bucket, isWithin, listBuckets, weekday } from '../calendar.ts';
import { commandName, isHiddenCommand } from '../commands.ts';
import { actionsIn, collectUsers } from '../fact-sets.ts';
import type { Fact } from '../facts/fact.ts';
import { line, sum } from '../lines.ts';
import type { Look } from '../question.ts';
import { padTwo } from '../wall-clock.ts';
import { actionTypes, othersName } from '../words.ts';

/** One line per type that occurs in the period, in the order of the list of types. */
export function messagesFromUser(look: Look): ReportLine[] {
  const typeOf = (event: Fact) => (isHiddenCommand(event, look.question) ? 'command' : event.type);
  return actionTypes
    .map((type) =>
      line(type, look, (span) => actionsIn(look.acts, span).filter((event) => typeOf(event) === type).length),
    )
    .filter(({ total }) => total !== 0);
}

/** The ten commands and buttons that were used most in the period, and all others: how often, and by how many users. */
export function userCommandsStat(look: Look): ReportLine[] {
  const filterByNames = (names: readonly string[], span = look.span) =>
    actionsIn(look.acts, span).filter((event) => names.includes(commandName(event, look.question) ?? ''));
  const all = new Set<string>();
  for (const event of actionsIn(look.acts, look.span)) {
    const name = commandName(event, look.question);
    if (name !== null) all.add(name);
  }
  const sortedNames = [...all].sort(
    (a, b) => filterByNames([b]).length - filterByNames([a]).length || (a < b ? -1 : 1),
  );
  const topNames = look.named ?? sortedNames.slice(0, 10);
  const rest = sortedNames.filter((name) => !topNames.includes(name));
  const buildLines = (name: string, names: readonly string[]) => [
    { ...line(name, look, (span) => filterByNames(names, span).length), unit: 'actions' },
    { ...line(name, look, (span) => collectUsers(filterByNames(names, span)).size), unit: 'users' },
  ];
  return [
    ...topNames.flatMap((name) => buildLines(name, [name])),
    ...(rest.length > 0 ? buildLines(othersName, rest) : []),
  ];
}

/** Names of the hours. */
export const hours = Array.from({ length: 24 }, (_, hour) => padTwo(hour));

/** Seven weekdays of 24 hours. What happens in an hour of another length counts under the name that it began with. */
export function activityHours(look: Look): ReportLine[] {
  const actions = actionsIn(look.acts, look.span);
  const cells = listBuckets(look.days, 'hour');
  const matchesHour = (day: number, hour: string) => (cell: Bucket) =>
    cell.label.slice(11, 13) === hour && weekday(cell.label.slice(0, 10)) === day;
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const values = hours.map((hour) => {
      const hourCells = cells.filter(matchesHour(day, hour));
      return actions.filter(({ time }) => hourCells.some((cell) => isWithin(time, cell))).length;
    });
    return { name: String(day), values, total: sum(values) };
  });
}
