/** What spreadsheets begin a formula with, the full-width forms too. */
const formula = '=+\\-@＝＋－＠';
/** What they skip before it, though it is not seen. */
const blank = '\\s\\u0000-\\u001f\\u00ad\\u200b-\\u200f\\u2060';

/**
 * A formula at the start of the cell, or of what becomes a cell of its own: a program that separates by semicolons (Excel
 * in most of Europe) or tabs does not see our quotes, and begins a cell, or a line, in the middle of a text.
 */
const wouldRun = new RegExp(`(?:^[${blank}]*|[;\\t\\r\\n][${blank}";]*)(?=[${formula}])`, 'gu');

/**
 * A text as a cell of a CSV file: RFC 4180, and nothing in it that a spreadsheet runs. Texts of strangers stand there: a
 * bot user can be called `=HYPERLINK(…)`. An apostrophe before it makes it a text, as OWASP advises.
 */
export function csvCell(text: string): string {
  const harmless = text.replace(wouldRun, "$&'").replace(/^(?=[\t\r\n])/, "'");
  return /[";,\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
