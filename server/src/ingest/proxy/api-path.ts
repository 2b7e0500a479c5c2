/** Address of a request to the API root, parsed. */
export interface ApiPath {
  token: string;
  /** As written; '' if it is given as parameter `method`. Meaningless for files. */
  method: string;
  isTest: boolean;
  isFile: boolean;
  /** For Telegram: as it came, but one slash at the front. */
  path: string;
  /** Without the question mark; '' if there is none. */
  query: string;
}

/** Telegram has no such path; a Bot API server below a prefix of its host would be left by it. */
const climbing = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i;

// The colon may be escaped. The dashboard's own paths (/bots, /bot/{key}, /bot_errors) have no digits and colon after "bot".
const botPath = /^\/+(file\/+)?bot(\d{1,20}(?::|%3A)[^/?]*)\/+(?:(test)\/+)?([^?]*)(?:\?(.*))?$/i;

/**
 * True if the address is one of the Bot API: /bot<token>/… or /file/bot<token>/…, be the token well formed or not. The
 * dashboard's own pages begin with /bot/, /bots and /bot_.
 */
export function isBotPath(url: string): boolean {
  return /^\/+(?:file\/+)?bot(?:\d{1,20}(?::|%3A)|(?!s?\/|_)[^/?]+\/|[^/?]*(?::|%3A))/i.test(url);
}

/** Takes an address apart; null if there is nothing behind the token, or a way out of it. */
export function parseApiPath(url: string): ApiPath | null {
  const match = botPath.exec(url);
  if (match === null) return null;
  const [, file, token = '', test, rest = '', query = ''] = match;
  if (rest.includes('..') || rest.includes('%')) if (climbing.test(rest)) return null;
  const isFile = file !== undefined;
  return {
    token: token.replace(/%3A/i, ':'),
    // A file may lie in a folder called "test": only the path that goes on matters there.
    method: isFile ? '' : decodeMethod(rest),
    isTest: test !== undefined && !isFile,
    isFile,
    path: url.replace(/^\/{2,}/, '/'),
    query,
  };
}

/** Telegram undoes escapes, and what follows a # is nothing to it. */
function decodeMethod(method: string): string {
  if (!/[%#]/.test(method)) return method;
  const [name = ''] = method.split('#', 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
