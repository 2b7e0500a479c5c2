/** What a request to the API root asks for. */
export interface Target {
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

// The colon may be escaped. The dashboard's own paths (/bots, /bot/{key}, /bot_errors) have no digits and colon after "bot".
const botPath = /^\/+(file\/+)?bot(\d{1,20}(?::|%3A)[^/?]*)\/+(?:(test)\/+)?([^?]*)(?:\?(.*))?$/i;

/** True if the address is one of the Bot API: /bot<id>:<secret>/… or /file/bot<id>:<secret>/…. */
export function isBotPath(url: string): boolean {
  return /^\/+(?:file\/+)?bot\d{1,20}(?::|%3A)/i.test(url);
}

/** Takes an address apart; null if there is nothing behind the token. */
export function readTarget(url: string): Target | null {
  const match = botPath.exec(url);
  if (match === null) return null;
  const [, file, token = '', test, rest = '', query = ''] = match;
  const isFile = file !== undefined;
  return {
    token: token.replace(/%3A/i, ':'),
    // A file may lie in a folder called "test": only the path that goes on matters there.
    method: isFile ? '' : rest,
    isTest: test !== undefined && !isFile,
    isFile,
    path: url.replace(/^\/{2,}/, '/'),
    query,
  };
}
