import type { Report, ReportLine } from '@botscope/contract';
import type { Span } from '../calendar.ts';
import { type Conversion, conversionsIn } from '../conversions.ts';
import { actionsIn, collectUsers } from '../fact-sets.ts';
import { line, rounded, share, sum } from '../lines.ts';
import type { Look } from '../question.ts';
import { othersName } from '../words.ts';

const isReal = ({ isRefund }: Conversion): boolean => !isRefund;

/** All targets together. */
export function conversionsSummary(look: Look): ReportLine[] {
  const real = (span: Span) => conversionsIn(look, span).filter(isReal);
  return [
    { ...line('conversions', look, (span) => real(span).length), unit: 'conversions' },
    { ...line('users', look, (span) => collectUsers(real(span)).size), unit: 'users' },
    {
      ...line('rate', look, (span) => share(collectUsers(real(span)).size, actedOrConverted(look, span))),
      unit: 'percent',
    },
  ];
}

/** A line per target that was reached: the ten most often, and the others. */
export function conversionsChartSummary(look: Look): Partial<Report> {
  const { targets } = look.question;
  const countConversions = (id: number, span = look.span) =>
    conversionsIn(look, span).filter((one) => isReal(one) && one.targetId === id).length;
  const reached = targets.filter(({ id }) => countConversions(id) > 0);
  const sortedTargets = (reached.length > 0 ? [...reached] : [...targets]).sort(
    (a, b) => countConversions(b.id) - countConversions(a.id),
  );
  const top = look.named
    ? look.named.flatMap((name) => targets.filter(({ id }) => String(id) === name))
    : sortedTargets.slice(0, 10);
  const rest = look.named ? targets.filter((target) => !top.includes(target)) : sortedTargets.slice(10);
  const othersLine = line(othersName, look, (span) => sum(rest.map(({ id }) => countConversions(id, span))));
  return {
    lines: [
      ...top.map(({ id }) => line(String(id), look, (span) => countConversions(id, span))),
      ...(othersLine.total ? [othersLine] : []),
    ],
  };
}

/** Money per currency, those with the most conversions first. */
export function sumIncome(look: Look): ReportLine[] {
  return rankCurrencies(conversionsIn(look, look.span)).map((currency) => ({
    ...line(currency, look, (span) => incomeIn(conversionsIn(look, span), currency)),
    currency,
  }));
}

/** A row per target, the most reached first. */
export function conversionSummary(look: Look): Partial<Report> {
  const all = conversionsIn(look, look.span);
  const currencies = rankCurrencies(all);
  const hasRefunds = all.some(({ isRefund }) => isRefund);
  const cells = (targetConversions: readonly Conversion[]) => {
    const real = targetConversions.filter(isReal);
    const users = collectUsers(real).size;
    return [
      real.length,
      users,
      rounded(share(users, actedOrConverted(look, look.span))),
      ...(hasRefunds ? [targetConversions.length - real.length] : []),
      ...currencies.map((currency) => incomeIn(targetConversions, currency)),
    ];
  };
  const selectConversions = (id: number) => all.filter(({ targetId }) => targetId === id);
  return {
    table: {
      columns: [
        { name: 'conversions', unit: 'conversions' },
        { name: 'users', unit: 'users' },
        { name: 'rate', unit: 'percent' },
        ...(hasRefunds ? [{ name: 'refunds', unit: 'conversions' }] : []),
        ...currencies.map((currency) => ({ name: currency, unit: 'money', currency })),
      ],
      rows: [...look.question.targets]
        .sort((a, b) => selectConversions(b.id).filter(isReal).length - selectConversions(a.id).filter(isReal).length)
        .map(({ id }) => ({ name: String(id), values: cells(selectConversions(id)) })),
      totals: cells(all),
    },
  };
}

/** The whole of a conversion rate: who acted, or converted by any of the targets. */
function actedOrConverted(look: Look, span: Span): number {
  const converted = conversionsIn(look, span).filter(isReal);
  return new Set([...collectUsers(actionsIn(look.acts, span)), ...collectUsers(converted)]).size;
}

export function incomeIn(conversions: readonly Conversion[], currency: string): number {
  return sum(conversions.filter((one) => one.currency === currency).map(({ amount }) => amount ?? 0));
}

/** Lists currencies, those with the most conversions and refunds first, equals by their codes. */
export function rankCurrencies(conversions: readonly Conversion[]): string[] {
  const count = (currency: string) => conversions.filter((one) => one.currency === currency).length;
  return [...new Set(conversions.map(({ currency }) => currency))]
    .filter((currency) => currency !== '')
    .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
}
