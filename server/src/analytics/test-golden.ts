/** No line of a golden file is longer. */
const longest = 150;

/** The text with long lines broken after a comma or before a condition; the rest of a line is indented deeper. */
function wrapSql(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line.trimEnd()))
    .join('\n');
}

function wrapLine(line: string): string[] {
  if (line.length <= longest) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const head = line.slice(0, longest);
  const breakIndex = Math.max(
    head.lastIndexOf(', ') + 1,
    head.lastIndexOf(' AND '),
    head.lastIndexOf(' OR '),
    head.lastIndexOf(' WHERE '),
  );
  const cut = breakIndex > indent.length + 20 ? breakIndex : head.lastIndexOf(' ');
  if (cut <= indent.length) return [line];
  return [line.slice(0, cut).trimEnd(), ...wrapLine(`${indent}    ${line.slice(cut).trimStart()}`)];
}

/** Named statements as one file. A text that stood there or in an earlier file is referred to: `filesByText` holds where. */
export function goldenFile(
  texts: Iterable<readonly [name: string, sql: string]>,
  filesByText = new Map<string, string>(),
  file = '',
): string {
  const parts = new Set<string>();
  for (const [name, sql] of texts) {
    const text = wrapSql(sql.replace(/^\n/, ''));
    const before = filesByText.get(text);
    if (before === undefined) parts.add(`-- ${name}\n${text};\n`);
    else if (before !== file) parts.add(`-- ${name}: as in ${before}\n`);
    if (before === undefined) filesByText.set(text, file);
  }
  return [...parts].join('');
}
