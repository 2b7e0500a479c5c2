import type { ReportLine, ReportTable } from '@botscope/contract';
import { attributed, findLaunches, type Launch } from '../attribution.ts';
import { isWithin, type Span } from '../calendar.ts';
import { changes } from '../churn.ts';
import { type Conversion, conversionsIn } from '../conversions.ts';
import { actionsIn, collectUsers, firstContacts } from '../fact-sets.ts';
import { line, rounded, share, sum } from '../lines.ts';
import type { Look } from '../question.ts';
import { othersName } from '../words.ts';
import { incomeIn, rankCurrencies } from './conversions.ts';
import { goneAt } from './users.ts';

/** Rows and lines of their own; direct ones have theirs besides. */
const maxRows = 100;
const maxLines = 10;

/** Sums up each value of a launch parameter: launches by their own value, users and conversions by the model's. */
export function utmSummary(look: Look): ReportTable {
  const things = launchesIn(look, look.span);
  const firsts = [...firstContacts(look.lives)].filter(([, time]) => time < look.span.end).map(([userId]) => userId);
  const periodConversions = conversionsIn(look, look.span);
  const currencies = rankCurrencies(periodConversions);
  const values = new Set([
    ...things.map(({ value }) => value),
    ...firsts.map((userId) => ofUser(look, userId)),
    ...periodConversions.map((one) => ofConversion(look, one)),
  ]);
  const departedUsers = goneAt(look, look.span.end);
  const cells = (belongs: (value: string) => boolean) => {
    const countUsers = (users: ReadonlySet<number>) =>
      [...users].filter((userId) => belongs(ofUser(look, userId))).length;
    const valueConversions = periodConversions.filter((one) => belongs(ofConversion(look, one)));
    return [
      things.filter(({ value }) => belongs(value)).length,
      countUsers(newIn(look, look.span)),
      countUsers(visitorsIn(look, look.span)),
      countUsers(leftIn(look, look.span)),
      countUsers(new Set(firsts.filter((userId) => !departedUsers.has(userId)))),
      valueConversions.filter(({ isRefund }) => !isRefund).length,
      ...currencies.map((currency) => incomeIn(valueConversions, currency)),
    ];
  };
  const size = ([launches = 0, newcomers = 0, visitors = 0]: readonly number[]) => [newcomers + visitors, launches];
  const money = currencies.map((currency) => ({ name: currency, unit: 'money', currency }));
  const isSeen = (value: string) =>
    cells((one) => one === value).some((number) => number !== 0) ||
    periodConversions.some((one) => ofConversion(look, one) === value && one.currency !== '');
  return {
    columns: [
      { name: 'launches', unit: 'launches' },
      { name: 'new', unit: 'users' },
      { name: 'visitors', unit: 'users' },
      { name: 'left', unit: 'users' },
      { name: 'live', unit: 'users' },
      { name: 'conversions', unit: 'conversions' },
      ...money,
    ],
    rows: buildRows([...values].filter(isSeen), cells, size),
    totals: cells(() => true),
  };
}

/** One of the measures over time, a line per value. */
export function utmCharts(look: Look): ReportLine[] {
  const { measure } = look.question;
  const valuesIn = (span: Span): string[] => {
    const ofUsersRow = (users: ReadonlySet<number>) => [...users].map((userId) => ofUser(look, userId));
    if (measure === 'new') return ofUsersRow(newIn(look, span));
    if (measure === 'visitors') return ofUsersRow(visitorsIn(look, span));
    if (measure === 'left') return ofUsersRow(leftIn(look, span));
    if (measure === 'launches') return launchesIn(look, span).map(({ value }) => value);
    return conversionsIn(look, span)
      .filter(({ isRefund }) => !isRefund)
      .map((one) => ofConversion(look, one));
  };
  const unit = measure === 'launches' || measure === 'conversions' ? measure : 'users';
  const all = valuesIn(look.span);
  const count = (value: string) => all.filter((one) => one === value).length;
  const rankedValues = [...new Set(all)]
    .filter((value) => value !== '')
    .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  const buildLine = (name: string, belongs: (value: string) => boolean) => {
    const { values, total } = line(name, look, (span) => valuesIn(span).filter(belongs).length);
    return { name, unit, values, total };
  };
  const topNames = look.named?.filter((name) => name !== '') ?? rankedValues.slice(0, maxLines);
  const rest = rankedValues.filter((name) => !topNames.includes(name));
  return [
    ...topNames.map((name) => buildLine(name, (value) => value === name)),
    buildLine('', (value) => value === ''),
    ...(rest.length > 0 ? [buildLine(othersName, (value) => rest.includes(value))] : []),
  ];
}

/** Counts the conversions of each value's users, with the value's visitors and their share who converted. */
export function conversionSources(look: Look): ReportTable {
  const periodConversions = conversionsIn(look, look.span);
  const currencies = rankCurrencies(periodConversions);
  const visitors = [...visitorsIn(look, look.span)];
  const cells = (belongs: (value: string) => boolean) => {
    const valueConversions = periodConversions.filter((one) => belongs(ofConversion(look, one)));
    const real = valueConversions.filter(({ isRefund }) => !isRefund);
    const users = collectUsers(real).size;
    const came = visitors.filter((userId) => belongs(ofUser(look, userId)));
    const audience = new Set([...came, ...collectUsers(real)]);
    const money = currencies.map((currency) => incomeIn(valueConversions, currency));
    return [real.length, users, came.length, rounded(share(users, audience.size)), ...money];
  };
  const values = new Set([
    ...periodConversions.map((one) => ofConversion(look, one)),
    ...visitors.map((userId) => ofUser(look, userId)),
  ]);
  return {
    columns: [
      { name: 'conversions', unit: 'conversions' },
      { name: 'users', unit: 'users' },
      { name: 'visitors', unit: 'users' },
      { name: 'rate', unit: 'percent' },
      ...currencies.map((currency) => ({ name: currency, unit: 'money', currency })),
    ],
    rows: buildRows([...values], cells, ([conversions, , came]) => [conversions ?? 0, came ?? 0]),
    totals: cells(() => true),
  };
}

type Cells = (number | null)[];

/** The largest values, then direct ones, then all others as one. `size`: numbers to compare by, the first counts most. */
function buildRows(
  values: readonly string[],
  cells: (belongs: (value: string) => boolean) => Cells,
  size: (cells: number[]) => number[],
): ReportTable['rows'] {
  const row = (name: string) => ({ name, values: cells((value) => value === name) });
  const computeSize = (name: string) => size(row(name).values.map((value) => value ?? 0));
  const rankedValues = values
    .filter((value) => value !== '')
    .sort((a, b) => bySize(computeSize(a), computeSize(b)) || (a < b ? -1 : 1));
  const rest = rankedValues.slice(maxRows);
  return [
    ...rankedValues.slice(0, maxRows).map(row),
    ...values.filter((value) => value === '').map(row),
    ...(rest.length > 0
      ? [{ name: othersName, others: rest.length, values: cells((value) => rest.includes(value)) }]
      : []),
  ];
}

function bySize(a: readonly number[], b: readonly number[]): number {
  return sum(a.map((number, index) => Math.sign((b[index] ?? 0) - number) * 10 ** -index));
}

export function ofUser({ facts, question, span }: Look, userId: number): string {
  return attributed(facts, { userId, parameter: question.parameter, before: span.end }, question);
}

/** A conversion has the value of its own moment: before its user's first launch it is direct. */
export function ofConversion({ facts, question }: Look, { userId, time }: Conversion): string {
  return attributed(facts, { userId, parameter: question.parameter, before: time + 1 }, question);
}

function launchesIn({ lives, question }: Look, span: Span): Launch[] {
  return [...collectUsers(lives)]
    .flatMap((userId) => findLaunches(lives, userId, question.parameter, question))
    .filter(({ time }) => isWithin(time, span));
}

function newIn({ lives }: Look, span: Span): Set<number> {
  return new Set([...firstContacts(lives)].filter(([, time]) => isWithin(time, span)).map(([userId]) => userId));
}

function visitorsIn({ acts }: Look, span: Span): Set<number> {
  return collectUsers(actionsIn(acts, span));
}

function leftIn({ lives }: Look, span: Span): Set<number> {
  return collectUsers(changes(lives).filter(({ to, time }) => to === 'left' && isWithin(time, span)));
}

/** Returns users of a column, whatever their value; launches need the row's. Null for columns of conversions. */
export function usersInColumn(look: Look, row: string, column: string): ReadonlySet<number> | null {
  const { lives, span } = look;
  if (column === 'new') return newIn(look, span);
  if (column === 'visitors') return visitorsIn(look, span);
  if (column === 'left') return leftIn(look, span);
  if (column === 'live') {
    const firsts = [...firstContacts(lives)].filter(([, time]) => time < span.end).map(([userId]) => userId);
    const departedUsers = goneAt(look, span.end);
    return new Set(firsts.filter((userId) => !departedUsers.has(userId)));
  }
  if (column !== 'launches') return null;
  const launched = [...collectUsers(lives)].filter((userId) =>
    findLaunches(lives, userId, look.question.parameter, look.question).some(
      ({ time, value }) => value === row && isWithin(time, span),
    ),
  );
  return new Set(launched);
}
