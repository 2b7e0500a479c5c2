import { isKept, type LinkKind, type LinkParts, payloadLimits, type StartRules, unnamedPart } from '@botscope/contract';
import type { UtmSearch } from '../search.ts';

type Part = LinkParts['parts'][number];

/** Parameters that nearly every link has besides its source. */
const usualNames = ['medium', 'campaign'] as const;
/** More rows than this and the page is a questionnaire. */
const maxSuggestedRows = 6;
export const maxParts = 20;

export const linkKinds = Object.keys(payloadLimits) as LinkKind[];

/** The link that an address describes; what it leaves open is as for a new one. */
export function parseDraft(search: UtmSearch, rules: StartRules): LinkParts {
  const kind = linkKinds.find((each) => each === search.kind) ?? 'start';
  const parts = parseParts(search.parts ?? '');
  return {
    kind,
    app: search.app ?? '',
    parts: parts.length > 0 ? fitted(parts, rules) : startParts(rules),
  };
}

/** The opposite: what of a draft belongs into the address. A draft that nobody touched leaves it bare. */
export function toSearch(draft: LinkParts, rules: StartRules): Pick<UtmSearch, 'kind' | 'app' | 'parts'> {
  const parts = formatParts(draft.parts);
  return {
    kind: draft.kind === 'start' ? undefined : draft.kind,
    app: draft.app || undefined,
    parts: parts === formatParts(startParts(rules)) ? undefined : parts || undefined,
  };
}

/** Empty rows for what the bot's rules want to know. */
export function startParts(rules: StartRules): Part[] {
  if (rules.type === 'auto') return [{ name: unnamedPart, value: '' }];
  const names = rules.type === 'only' ? rules.params : [rules.sourceParam, ...usualNames];
  const suggestedNames = [...new Set(names)].filter((name) => rules.type !== 'except' || !rules.params.includes(name));
  return suggestedNames.slice(0, maxSuggestedRows).map((name) => ({ name, value: '' }));
}

/** Parts that were made under other rules: an unsplit payload is one part. */
export function fitted(parts: readonly Part[], rules: StartRules): Part[] {
  if (rules.type !== 'auto') return parts.length > 0 ? [...parts] : startParts(rules);
  const [first] = parts;
  const payloadPart = parts.find(({ name }) => name === unnamedPart) ?? (parts.length === 1 ? first : undefined);
  return [{ name: unnamedPart, value: payloadPart?.value ?? '' }];
}

/** The link as far as it is filled in. A blank row stays in its place, so that problems name the right one. */
export const filledIn = (draft: LinkParts): LinkParts => ({
  ...draft,
  parts: draft.parts.map((part) => (part.value === '' ? { name: '', value: '' } : part)),
});

/** The link to keep: rows that say something. A template keeps its blanks, the history does not. */
export function toKeep(draft: LinkParts, { blanks }: { blanks: boolean }): LinkParts {
  const parts = draft.parts.filter(({ name, value }) => value !== '' || (blanks && name !== ''));
  return { ...draft, app: draft.kind === 'startapp' ? draft.app : '', parts };
}

/** Returns the source that reports will show for users of this link; '' = direct. */
export function findSource(draft: LinkParts, payload: string, rules: StartRules): string {
  if (draft.kind === 'startgroup') return '';
  if (rules.type === 'auto') return payload;
  if (!isKept(rules.sourceParam, rules)) return '';
  return draft.parts.find(({ name }) => name === rules.sourceParam)?.value ?? '';
}

export function formatParts(parts: readonly Part[]): string {
  const filledParts = parts.filter(({ name, value }) => name !== '' || value !== '');
  return filledParts.map(({ name, value }) => `${encodeURIComponent(name)}:${encodeURIComponent(value)}`).join(',');
}

/** Leaves out malformed pairs: an address that was cut must still open the page. */
export function parseParts(text: string): Part[] {
  const parts: Part[] = [];
  for (const pair of text.split(',').slice(0, maxParts)) {
    const colon = pair.indexOf(':');
    const [name, value] = colon < 0 ? [null, null] : [decode(pair.slice(0, colon)), decode(pair.slice(colon + 1))];
    if (name !== null && value !== null && name.length <= 64 && value.length <= 512) parts.push({ name, value });
  }
  return parts;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
