import type { Config, OutsideScript } from '../platform/config.ts';
import type { ContentSources } from '../platform/http/content-policy.ts';

/** What the pages may use besides our own, by what the operator has configured and nothing else. */
export function contentSources(config: Pick<Config, 'outside' | 'telegramLogin'>): ContentSources {
  const { newsUrl, chat, analytics } = config.outside;
  const { bot, oidc } = config.telegramLogin;
  // The newer way is a plain redirect; only the classic button is a script and a frame of Telegram's.
  const button = bot !== null && oidc === null;
  const scripts = [...originsOf(chat), ...originsOf(analytics)];
  return {
    scripts: [...overHttp(scripts), ...(button ? ['https://telegram.org'] : [])],
    connections: [...scripts, ...originsOf(chat).filter(isHttp).map(live)],
    images: [...overHttp(scripts), ...(newsUrl === undefined ? [] : [new URL(newsUrl).origin])],
    frames: [...overHttp(originsOf(chat)), ...(button ? ['https://oauth.telegram.org'] : [])],
    styles: overHttp(originsOf(chat)),
  };
}

const originsOf = (script: OutsideScript | null): string[] =>
  script === null ? [] : [new URL(script.url).origin, ...script.hosts];

const isHttp = (origin: string): boolean => /^https?:/.test(origin);
const overHttp = (origins: readonly string[]): string[] => origins.filter(isHttp);
/** The same machine by a web socket, which a policy counts as another origin in some browsers. */
const live = (origin: string): string => origin.replace(/^http/, 'ws');
