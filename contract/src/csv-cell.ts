/** Characters with which spreadsheets begin a formula, the full-width forms too. */
const formula = /[=+\-@＝＋－＠]/u;
/** Blank and invisible characters that they skip before it. */
const blank = /[\s\u00ad\u200b-\u200f\u2060]/u;
const separator = /[;\t\r\n]/u;

/**
 * An apostrophe before every formula at the start of the cell, or of what becomes a cell of its own: a program that
 * separates by semicolons (Excel in most of Europe) or tabs does not see our quotes, and begins a cell, or a line, in the
 * middle of a text. One pass: an expression for it took the square of a text of semicolons.
 */
function withoutFormulas(text: string): string {
  let harmless = separator.test(text.slice(0, 1)) && !text.startsWith(';') ? "'" : '';
  let skips: 'blanks' | 'blanks and quotes' | 'nothing' = 'blanks';
  for (const sign of text) {
    if (skips !== 'nothing' && formula.test(sign)) harmless += "'";
    if (separator.test(sign)) skips = 'blanks and quotes';
    else if (sign > ' ' && !blank.test(sign) && !(sign === '"' && skips === 'blanks and quotes')) skips = 'nothing';
    harmless += sign;
  }
  return harmless;
}

/**
 * A text as a cell of a CSV file: RFC 4180, and nothing in it that a spreadsheet runs. Texts of strangers stand there: a
 * bot user can be called `=HYPERLINK(…)`. An apostrophe before it makes it a text, as OWASP advises.
 */
export function csvCell(text: string): string {
  const harmless = withoutFormulas(text);
  return /[";,\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
