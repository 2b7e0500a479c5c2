import type { StartRules, UtmLink } from '@botscope/contract';

/** Characters that Telegram takes in a link; older launches may have come with anything. */
const linkable = /^[A-Za-z0-9_-]+$/;
const usualNames = ['source', 'medium', 'campaign', 'content', 'term'] as const;

interface Known {
  rules: StartRules;
  /** Names of parameters that launches had. */
  seen: readonly string[];
  history: readonly UtmLink[];
  /** Names that the link has already. */
  others: readonly string[];
}

/** Names for a row: the source's, those the bot has seen, those of former links, the usual ones; none twice. */
export function nameSuggestions({ rules, seen, history, others }: Known): string[] {
  const formerNames = history.flatMap(({ link }) => link.parts.map(({ name }) => name));
  const ruleNames = rules.type === 'only' ? rules.params : [];
  const all = new Set([rules.sourceParam, ...ruleNames, ...seen, ...formerNames, ...usualNames]);
  const { paramSeparator, valueSeparator } = rules;
  return [...all].filter(
    (name) =>
      linkable.test(name) &&
      !others.includes(name) &&
      !name.includes(paramSeparator) &&
      !name.includes(valueSeparator) &&
      (rules.type !== 'except' || !rules.params.includes(name)),
  );
}

/** Values that a link can carry, the most frequent first. */
export const valueSuggestions = <Value extends { value: string }>(values: readonly Value[]): Value[] =>
  values.filter(({ value }) => linkable.test(value));
