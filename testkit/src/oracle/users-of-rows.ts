import { type Conversion, conversionsIn } from './conversions.ts';
import { collectUsers } from './fact-sets.ts';
import type { Look } from './question.ts';
import { ofConversion, ofUser, usersInColumn } from './reports/utm.ts';

/** Returns the users behind a cell of a table, by the names of row and column; null for columns without users. */
export function usersInRow(look: Look, row: string, column: string): ReadonlySet<number> | null {
  const inColumn = (conversions: readonly Conversion[]) =>
    conversions.filter(({ isRefund, currency, amount }) => {
      if (column === 'refunds') return isRefund;
      if (/^[A-Z]{3}$/.test(column)) return currency === column && amount !== 0;
      return !isRefund;
    });
  // Visitors of websites are no users.
  if (look.question.type === 'site_page') return null;
  const all = conversionsIn(look, look.span);
  if (look.question.type === 'conversion_summary') {
    return collectUsers(inColumn(all.filter(({ targetId }) => String(targetId) === row)));
  }
  const columnUsers = usersInColumn(look, row, column);
  if (columnUsers !== null)
    return new Set([...columnUsers].filter((userId) => column === 'launches' || ofUser(look, userId) === row));
  return collectUsers(inColumn(all.filter((one) => ofConversion(look, one) === row)));
}
