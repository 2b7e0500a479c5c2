/**
 * An amount in the smallest unit, exactly: 1999, 2 and EUR are "19.99 EUR". XTR is the code of Telegram Stars, which few
 * owners know.
 */
export function formatMoney(amount: number, decimals: number, currency: string): string {
  const name = currency === 'XTR' ? 'Telegram Stars' : currency;
  return `${decimalDigits(amount, decimals)} ${name}`.trim();
}

function decimalDigits(amount: number, decimals: number): string {
  if (decimals <= 0) return String(amount);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
