import type { StartRules, Website } from '@botscope/contract';

/** Settings of the script, by their names in the npm module; those of the tag have `data-` before them. */
export type ScriptSettings = Readonly<Partial<Record<'links' | 'between' | 'equals' | 'source' | 'consent', string>>>;

/** Defaults of the script. */
const usual = { between: '_', equals: '-', source: 'source' } as const;

/** Returns the settings of a website's script. Defaults are left out. */
export function buildSettings(
  { link_mode, consent }: Pick<Website['options'], 'link_mode' | 'consent'>,
  isLinkOff: boolean,
  rules: StartRules | null,
): ScriptSettings {
  const parts: [keyof ScriptSettings, string][] = [];
  if (isLinkOff) parts.push(['links', 'off']);
  else if (link_mode === 'readable') {
    parts.push(['links', 'readable']);
    const { between, equals, source } = usual;
    if (rules && rules.paramSeparator !== between) parts.push(['between', rules.paramSeparator]);
    if (rules && rules.valueSeparator !== equals) parts.push(['equals', rules.valueSeparator]);
    if (rules && rules.sourceParam !== source) parts.push(['source', rules.sourceParam]);
  }
  if (consent === 'required') parts.push(['consent', consent]);
  return Object.fromEntries(parts);
}

/** Separators may be any signs, quotes among them. */
const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const formatAttributes = (settings: ScriptSettings): string[] =>
  Object.entries(settings).map(([name, value]) => `data-${name}="${inAttribute(value)}"`);

/** In single quotes of JavaScript or PHP. */
export const inQuotes = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export const formatProperties = (settings: ScriptSettings): string[] =>
  Object.entries(settings).map(([name, value]) => `${name}: ${inQuotes(value)}`);
