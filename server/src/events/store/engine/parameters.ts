import type { Parameter } from './engine.ts';

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
};

function escaped(text: string): string {
  return text.replace(/[\\'\t\n\r\0]/g, (character) => escapes[character] ?? character);
}

/** A text as SQL: for what cannot be a bound parameter, such as the path of a file. */
export const quoted = (text: string): string => `'${escaped(text)}'`;

function item(value: string | number | bigint | boolean): string {
  return typeof value === 'string' ? `'${escaped(value)}'` : String(value);
}

/** A parameter in the engine's own text form of parameters (what `param_x=` of its HTTP interface carries). */
function parameterText(value: Parameter): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return `[${value.map(item).join(',')}]`;
}

/**
 * `SET name = value;` for each setting and `SET param_name = '…';` for each parameter. The embedded binding has a call
 * that binds parameters, but it lets only one such statement run at a time in the whole process, so a slow report would
 * hold up all others; `SET` belongs to its connection (900 statements on three connections at once: each saw its own).
 */
export function bindBySet(settings: Record<string, string | number>, params: Record<string, Parameter> = {}): string {
  let text = '';
  for (const [name, value] of Object.entries(settings))
    text += `SET ${identifier(name)} = '${escaped(String(value))}'; `;
  for (const [name, value] of Object.entries(params)) {
    text += `SET param_${identifier(name)} = '${escaped(parameterText(value))}'; `;
  }
  return text;
}

function identifier(name: string): string {
  if (!/^[a-z]\w*$/i.test(name)) throw new Error(`"${name}" cannot name a query parameter`);
  return name;
}
