/** Apps in which users open the shop's Mini App: Telegram's word for them, interface versions there, and weight. */
export const apps: readonly (readonly [{ platform: string; versions: readonly string[] }, number])[] = [
  [{ platform: 'android', versions: ['9.1', '9.0', '8.0', '7.10'] }, 46],
  [{ platform: 'ios', versions: ['9.1', '9.1', '8.0'] }, 30],
  [{ platform: 'tdesktop', versions: ['9.0', '8.0'] }, 12],
  [{ platform: 'macos', versions: ['9.0'] }, 6],
  [{ platform: 'weba', versions: ['8.0', '7.10'] }, 6],
];

/** Links that open it, with weight; most users open it from inside the chat. */
export const appLinks: readonly (readonly [startapp: string, weight: number])[] = [
  ['', 68],
  ['source-tgads_medium-app', 12],
  ['source-site_medium-widget', 9],
  ['source-instagram_medium-bio', 7],
  ['source-qr_medium-offline', 4],
];

/** Events that its counter sends beside launches. */
export const appEvents: readonly (readonly [name: 'view' | 'search' | 'cart' | 'checkout', weight: number])[] = [
  ['view', 60],
  ['search', 18],
  ['cart', 15],
  ['checkout', 7],
];

/** Pages on which these events happen. */
export const appPaths = {
  app_launch: '/',
  view: '/catalogue',
  search: '/search',
  cart: '/cart',
  checkout: '/checkout',
} as const;
