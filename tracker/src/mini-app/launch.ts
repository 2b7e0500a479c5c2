import { randomText } from '../core/random-text.ts';
import { webApp } from './telegram.ts';

/** Launch of the Mini App, in the words of pages that report it themselves; '' = not known. */
export interface Launch {
  custom_init_data_row: string;
  platform: string;
  version: string;
  tgWebAppStartParam: string;
}

/** A query, or JSON of one or of an object, in the storage of the page; '' without storage. */
function readStorage(name: string): string {
  try {
    return `${new URLSearchParams(JSON.parse(sessionStorage[name]))}`;
  } catch {
    return '';
  }
}

/**
 * Reads how the app was opened from its address, from what Telegram's script and tma.js keep of it after a router has
 * replaced the address, and from `window.Telegram.WebApp`. Only raw initData count: what a page says of its user does not.
 */
export function findLaunch(): Launch {
  const places = [location.hash.slice(1), location.search.slice(1), readStorage('__telegram__initParams')];
  const params = new URLSearchParams([...places, readStorage('tapps/launchParams')].join('&'));
  const read = (name: string): string => params.get(`tgWebApp${name}`) ?? '';
  const app = webApp();
  return {
    custom_init_data_row: read('Data') || app?.initData || '',
    platform: app?.platform || read('Platform'),
    version: app?.version || read('Version'),
    tgWebAppStartParam: read('StartParam'),
  };
}

/**
 * The name of the launch: random, and the same while the page has the same initData. Without storage each load has a new
 * one; the server knows by the initData that it is the same launch.
 */
export function launchName(key: string, initData: string): string {
  // A few characters of the signature distinguish launches and prove nothing to anyone who reads them.
  const entry = `bs:${key}:${initData.slice(-12)}`;
  const name = randomText(32);
  try {
    sessionStorage[entry] ??= name;
    return sessionStorage[entry];
  } catch {
    return name;
  }
}
