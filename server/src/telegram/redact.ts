/**
 * A bot token: the bot's id, a colon and 35 characters. Also found inside `/bot<token>/…` and as `%3A` in escaped URLs.
 * The look-around keeps longer words intact: the halves of our own API keys are longer.
 */
const token = /(?<![0-9])([0-9]{1,20})(:|%3[Aa])[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g;

/** Replaces the secret part of every bot token in a text or URL; the bot's id, which is public, stays readable. */
export function redactTokens(text: string): string {
  return text.replace(token, '$1$2<secret>');
}
