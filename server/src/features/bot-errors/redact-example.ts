import { redactJson } from '../../platform/json/redact-json.ts';

/** Reasons whose text is a sentence by Telegram or of ours, followed by the call that it is about. */
const withSentence: ReadonlySet<string> = new Set([
  ...['Refused', 'Unauthorized', 'Timeout', 'Unreachable', 'Expired', 'Private', 'ReplyRefused', 'ReplyNotSent'],
]);

/**
 * Redacts an example of the error log: removes the words and numbers that may be a user's, so that it identifies no
 * user and still shows what was wrong. The same text twice is redacted once.
 */
export function redactExample({ reason, text }: { reason: string; text: string }): string {
  // The bot's own answer: a page of its framework with whatever it was handling.
  if (reason === 'BadStatus') return `${/^\d{3}\b/.exec(text)?.[0] ?? ''} …`.trimStart();
  const [sentence = '', ...call] = text.split('\n');
  if (!withSentence.has(reason) || /^\s*[{["]/.test(sentence)) return redactJson(text);
  return [redactSentence(sentence), ...(call.length === 0 ? [] : [redactJson(call.join('\n'))])].join('\n');
}

/** Quoted parts, and numbers that may be IDs. */
const redactSentence = (sentence: string): string =>
  sentence
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/(?<=^|[\s:(])'[^']*'?/g, "'…'")
    .replace(/(?<!\w)-?\d{5,}(?!\w)/g, '…');
