/** Rules by which a bot's owner wants launch payloads read (docs/metrics.md, "Launches"). */
export interface PayloadRules {
  /** `auto`: one value. Else pairs, of which all, those named, or those not named count. */
  type: 'auto' | 'all' | 'only' | 'except';
  params: readonly string[];
  paramSeparator: string;
  valueSeparator: string;
  /** The parameter that is the source; in `auto` it is `none`. */
  sourceParam: string;
}

/** The parameters of a payload, and its source; '' = direct. */
export function readPayload(payload: string, rules: PayloadRules): { params: Record<string, string>; source: string } {
  if (payload === '' || isBusinessChat(payload)) return { params: {}, source: '' };
  if (rules.type === 'auto') return { params: { none: payload }, source: payload };
  const params: Record<string, string> = {};
  for (const [name, value] of parsePairs(payload, rules)) {
    const isNamed = rules.params.includes(name);
    if (rules.type === 'only' && !isNamed) continue;
    if (rules.type === 'except' && isNamed) continue;
    params[name] = value;
  }
  return { params, source: params[rules.sourceParam] ?? '' };
}

/** Telegram's own launches for business chats. */
export const isBusinessChat = (payload: string): boolean => /^bizChat-?\d+$/.test(payload);

function parsePairs(payload: string, { paramSeparator, valueSeparator }: PayloadRules): Map<string, string> {
  if (payload.startsWith('_tgr_')) return new Map([['none', payload]]);
  const pairs = new Map<string, string>();
  const words: string[] = [];
  for (const part of payload.split(paramSeparator)) {
    const [name = '', ...rest] = part.split(valueSeparator);
    const isPair = name !== '' && rest.length > 0;
    if (!isPair) words.push(part);
    else if (!pairs.has(name)) pairs.set(name, rest.join(valueSeparator));
  }
  const unpairedText = words.filter((word) => word !== '').join(paramSeparator);
  if (unpairedText !== '' && !pairs.has('none')) pairs.set('none', unpairedText);
  return pairs;
}
