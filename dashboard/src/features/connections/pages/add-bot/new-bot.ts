import { type ConnectionType, connectionTypes, type Region, regions } from '@botscope/contract';
import { keepStored, readStored } from '../../../../platform/session/browser-storage.ts';

/**
 * The unfinished bot of the wizard, as the tab's storage keeps it. Token, secret token and API key are never part of it:
 * secrets stay in memory.
 */
export interface NewBot {
  step: (typeof steps)[number];
  bot_name: string;
  connection_type: ConnectionType;
  feed: (typeof feeds)[number];
  /** Address of the bot's webhook; '' also where it seems to contain a secret. */
  webhook: string;
  region: Region;
  platform: string;
  proxy: boolean;
  /** Set once the bot exists on the server. */
  key: string | null;
}

/** The order of the wizard. */
export const steps = ['name', 'type', 'settings', 'result'] as const;
const feeds = ['forward', 'polling', 'collect'] as const;

const storageKey = 'new-bot';
export const emptyNewBot: NewBot = {
  step: 'name',
  bot_name: '',
  connection_type: 'auto',
  feed: 'forward',
  webhook: '',
  region: 'global',
  platform: '',
  proxy: false,
  key: null,
};

/** Restores the input of an earlier visit to the wizard; an unreadable record counts as none. */
export function parseNewBot(text: string | null): NewBot {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return emptyNewBot;
    return readRecord(value as Record<string, unknown>);
  } catch {
    return emptyNewBot;
  }
}

function readRecord(record: Record<string, unknown>): NewBot {
  const pickValue = <Value extends string>(values: readonly Value[], name: string, otherwise: Value): Value =>
    values.find((value) => value === record[name]) ?? otherwise;
  const { bot_name, webhook, platform, proxy } = record;
  if (typeof bot_name !== 'string') return emptyNewBot;
  const bot: NewBot = {
    step: pickValue(steps, 'step', 'name'),
    bot_name,
    connection_type: pickValue(connectionTypes, 'connection_type', 'auto'),
    feed: pickValue(feeds, 'feed', 'forward'),
    webhook: typeof webhook === 'string' ? webhook : '',
    region: pickValue(regions, 'region', 'global'),
    platform: typeof platform === 'string' ? platform : '',
    proxy: proxy === true,
    key: typeof record.key === 'string' ? record.key : null,
  };
  // The key of the API way belongs to a bot that exists, and a result to an address.
  const misplaced =
    bot.step === 'result' || (bot.step === 'settings' && bot.connection_type === 'api' && bot.key === null);
  return misplaced ? { ...bot, step: 'name' } : bot;
}

export const readNewBot = (): NewBot => parseNewBot(readStored(storageKey, 'sessionStorage'));

/** Without storage the wizard still works, it only does not survive a reload. */
export const storeNewBot = (bot: NewBot): void =>
  keepStored(storageKey, JSON.stringify(withoutSecrets(bot)), 'sessionStorage');

/**
 * Leaves out an address that may be a secret itself: many bots protect their webhook by the token or by random letters in
 * the path. Such an address is typed again after a reload.
 */
export function withoutSecrets(bot: NewBot): NewBot {
  const address = URL.canParse(bot.webhook) ? new URL(bot.webhook) : null;
  const secret =
    address === null ||
    address.search !== '' ||
    address.username !== '' ||
    address.password !== '' ||
    /\d{6,}(:|%3a)/i.test(address.pathname) ||
    /(?=[a-z_-]*\d)[a-z0-9_-]{16,}/i.test(address.pathname);
  return secret ? { ...bot, webhook: '' } : bot;
}

export const forgetNewBot = (): void => keepStored(storageKey, null, 'sessionStorage');
