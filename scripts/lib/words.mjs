/** Strings and comments of the languages that we write. A regular expression with quotes in it ends with its line. */
const proseOfCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const proseOfSql = /--[^\n]*|'(?:''|[^'\n])*'/g;
const identifier = /[A-Za-z_$][\w$]*/g;
/** Of prose, only what is written as one word with a seam in it: camelCase or snake_case. */
const seamed = /\b[A-Za-z]+(?:_[A-Za-z]\w*|[a-z\d][A-Z]\w*)/g;

/**
 * A line as separate lower-case words: `toldAt`, `told_at` and "told at" are the same.
 * @param {string} text
 * @returns {string}
 */
export function plainWords(text) {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
}

/**
 * The identifiers of every line. Words of comments and strings count when their spelling shows that they are names.
 * @param {string} file decides which language it is
 * @param {string} source
 * @returns {string[][]}
 */
export function identifiersIn(file, source) {
  const prose = file.endsWith('.sql') ? proseOfSql : proseOfCode;
  const isProse = file.endsWith('.md') || file.endsWith('.html') || file.endsWith('.py');
  const code = isProse ? '' : source.replace(prose, (part) => part.replace(/[^\n]/g, ' '));
  const codeLines = code.split('\n');
  return source.split('\n').map((line, index) => {
    const codeLine = codeLines[index] ?? '';
    /** @type {readonly string[]} */
    const inCode = codeLine.match(identifier) ?? [];
    return [...inCode, ...(line.match(seamed) ?? []).filter((word) => !inCode.includes(word))];
  });
}
