import { type Region, regions } from '@botscope/contract';
import { parseEnum } from '../bots/bots.ts';

/** Telegram delivers to these ports only; '' is the scheme's own. */
const telegramPorts = ['', '80', '88', '443', '8443'];

export type TelegramRoots = Readonly<Partial<Record<Region, string>>> & { global: string };

/** Our own addresses as bots and Telegram see them, and the addresses of Telegram. */
export interface Addresses {
  /** API root for a bot's framework, no slash at the end. A prefix in PUBLIC_URL is left out: Telegraf would lose it. */
  apiRoot: string;
  hookUrl(botKey: string): string;
  /** True if Telegram can deliver to `hookUrl`: https on one of its ports, or a Bot API server of the operator's own. */
  hookReachable: boolean;
  /** True for any address at this installation: all of its host, or what lies below PUBLIC_URL and the API root's paths where it shares a host. */
  isOurs(address: string): boolean;
  /** True for a webhook of ours for this bot. */
  isHookOf(botKey: string, address: string): boolean;
  /** API root of Telegram for a bot of this region; no slash at the end. */
  telegramRoot(bot: { region: string }): string;
  /** True for Telegram itself, false for a Bot API server of the operator's own, which also delivers to plain http. */
  isCloud: boolean;
}

export function createAddresses(options: {
  publicUrl: string;
  telegramRoots: TelegramRoots;
  ourHookSecret: (botKey: string) => string;
}): Addresses {
  const { publicUrl, telegramRoots } = options;
  const home = new URL(publicUrl);
  const prefix = home.pathname.replace(/\/+$/, '');
  const hookRoot = `${publicUrl}/hook/`;
  const isCloud = new URL(telegramRoots.global).hostname === 'api.telegram.org';
  const parse = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);
  return {
    apiRoot: home.origin,
    hookUrl: (botKey) => `${hookRoot}${botKey}/${options.ourHookSecret(botKey)}`,
    hookReachable: !isCloud || (home.protocol === 'https:' && telegramPorts.includes(home.port)),
    isOurs(address) {
      const url = parse(address);
      if (url === null || bareHost(url) !== bareHost(home)) return false;
      return prefix === '' || `${url.pathname}/`.startsWith(`${prefix}/`) || /^\/+(file\/)?bot\d+:/.test(url.pathname);
    },
    isHookOf: (botKey, address) => address === `${hookRoot}${botKey}` || address.startsWith(`${hookRoot}${botKey}/`),
    telegramRoot: ({ region }) => telegramRoots[parseEnum(regions, region, 'global')] ?? telegramRoots.global,
    isCloud,
  };
}

/** A name with a dot at its end is the same name. */
const bareHost = (url: URL): string => url.host.replace(/\.(?=:|$)/, '');
