import type { ContentSources } from './content-policy.ts';

/** A script of others, and the origins besides its own that it talks to. */
interface OutsideScript {
  url: string;
  hosts: readonly string[];
}

/** Part of the operator's configuration that names other origins. */
interface Configured {
  outside: { newsUrl: string | undefined; chat: OutsideScript | null; analytics: OutsideScript | null };
  telegramLogin: { bot: object | null; oidc: object | null };
}

/** The origins that pages may use besides our own: those that the operator has configured. */
export function contentSources(config: Configured): ContentSources {
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
/** Returns the origin of web sockets to the same machine, which a policy counts as another origin in some browsers. */
const live = (origin: string): string => origin.replace(/^http/, 'ws');
