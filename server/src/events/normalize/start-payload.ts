import { ticketPattern, ticketPrefix } from '@botscope/contract';

/** Rules that parse a bot's launch payloads. */
export interface StartRules {
  /** `auto`: the payload is one value. Else it is cut into pairs, of which all, the named, or all but the named are kept. */
  type: 'auto' | 'all' | 'only' | 'except';
  params: string[];
  /** Between pairs. */
  paramSeparator: string;
  /** Between a name and its value. */
  valueSeparator: string;
  /** Name of the parameter whose value is the source; in `auto` it is always `none`. */
  sourceParam: string;
}

export const defaultStartRules: StartRules = {
  type: 'auto',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

export interface Launch {
  params: Record<string, string>;
  /** '' = direct. */
  source: string;
}

/** The parameter for a value without a name. */
export const unnamedParam = 'none';
/** Telegram's affiliate programme; its codes contain the usual separators. */
const affiliatePrefix = '_tgr_';
/** Telegram itself launches the bot for a business account this way: it is no link, so it has no source. */
const businessChat = /^bizChat-?\d+$/;

/**
 * Parses a launch payload by the bot's rules (docs/metrics.md, "Launches"). Names are case-sensitive; of repeated names
 * the first wins; an empty value is kept; words without a value are joined by the parameter separator.
 */
export function parseStartPayload(payload: string, rules: StartRules): Launch {
  // A ticket says nothing by itself: what it stands for is looked up before the event is stored (docs/decisions/0039).
  const saysNothing = payload === '' || businessChat.test(payload) || parseTicket(payload) !== null;
  if (saysNothing) return { params: {}, source: '' };
  if (rules.type === 'auto') return { params: { [unnamedParam]: payload }, source: payload };
  const pairs = payload.startsWith(affiliatePrefix) ? new Map([[unnamedParam, payload]]) : cutIntoPairs(payload, rules);
  return buildLaunch(pairs, rules);
}

/** The pairs that the rules keep, and the source among them. */
export function buildLaunch(pairs: ReadonlyMap<string, string>, rules: StartRules): Launch {
  const selectedPairs = [...pairs].filter(([name]) => isWanted(name, rules));
  // From entries, not by assignment: a link may well name a parameter "__proto__".
  const params: Record<string, string> = Object.fromEntries(selectedPairs);
  return { params, source: new Map(selectedPairs).get(rules.sourceParam) ?? '' };
}

/** The ticket of a website's visit that a payload stands for; null for any other payload. */
export function parseTicket(payload: string): string | null {
  if (!payload.startsWith(ticketPrefix)) return null;
  const ticket = payload.slice(ticketPrefix.length);
  return ticketPattern.test(ticket) ? ticket : null;
}

function cutIntoPairs(payload: string, { paramSeparator, valueSeparator }: StartRules): Map<string, string> {
  const pairs = new Map<string, string>();
  const words: string[] = [];
  for (const part of paramSeparator === '' ? [payload] : payload.split(paramSeparator)) {
    const cut = valueSeparator === '' ? -1 : part.indexOf(valueSeparator);
    if (cut <= 0) words.push(part);
    else if (!pairs.has(part.slice(0, cut))) pairs.set(part.slice(0, cut), part.slice(cut + valueSeparator.length));
  }
  const unnamed = words.filter((word) => word !== '').join(paramSeparator);
  if (unnamed !== '' && !pairs.has(unnamedParam)) pairs.set(unnamedParam, unnamed);
  return pairs;
}

function isWanted(name: string, { type, params }: StartRules): boolean {
  if (type === 'all') return true;
  return params.includes(name) === (type === 'only');
}
