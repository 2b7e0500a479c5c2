import { type ClickMode, watchClicks } from '../core/clicks.ts';
import { createDelivery, type Hit } from '../core/delivery.ts';
import { guarded } from '../core/guarded.ts';
import { pagePath, watchPath } from '../core/page-path.ts';
import { watchPresence } from '../core/presence.ts';
import { randomText } from '../core/random-text.ts';
import { createSavedBundles } from '../core/saved-bundles.ts';
import { watchErrors } from '../core/script-errors.ts';
import { findLaunch, type Launch, launchName } from './launch.ts';
import { webApp } from './telegram.ts';
import { watchTelegram } from './telegram-events.ts';
import { watchTonConnect } from './ton-connect.ts';

/** Settings that may change while the page is open, and launch data of pages that have no `window.Telegram`. */
export interface Settings extends Partial<Launch> {
  /** Public key of the Mini App, 32 hexadecimal digits. */
  key?: string | undefined;
  trackClicks?: ClickMode | undefined;
  trackTgEvents?: boolean | undefined;
}

export interface CounterEvent {
  event: string;
  category?: string | null;
  /** In whole units. */
  value_num?: number | null;
  /** Currency or unit of `value_num`, 3 letters. */
  unit?: string | null;
  props?: Record<string, string | number | boolean>;
}

const scriptVersion = 1;

/** Counts the page from now on, and reports to `url`. */
export function startCounter(key: string, url: string, settings: Settings) {
  const { custom_init_data_row: initData, platform, version, tgWebAppStartParam } = { ...findLaunch(), ...settings };
  const bundle = {
    ...{ k: key, v: scriptVersion, l: launchName(key, initData), p: platform, w: version },
    ...{ i: initData || undefined, e: [] },
  };
  const { add: deliver, flush } = createDelivery(url, bundle, createSavedBundles(key));

  const add = (n: string, d?: Hit['d'], overrides?: Partial<Hit>, isUrgent?: boolean): void =>
    deliver({ id: randomText(16), n, t: Date.now(), u: pagePath(), d, ...overrides }, isUrgent);
  const addOfTelegram = (name: string, details: Hit['d']): void => {
    if (settings.trackTgEvents !== false) add(name, details);
  };

  add(
    'app_launch',
    {
      language: navigator.language,
      // In steps of 100 pixels: the exact size would identify devices.
      width: `${Math.round(innerWidth / 100)}00`,
      start_param: initData ? '' : tgWebAppStartParam,
    },
    {},
    true,
  );
  watchPath(() => add('page'));
  const setActive = watchPresence((name, details) => {
    add(name, details);
    if (name === 'hidden') flush();
  });
  watchErrors((details) => add('js_error', details));
  watchClicks(() => settings.trackClicks, add);
  watchTelegram(addOfTelegram, setActive);
  watchTonConnect(guarded(addOfTelegram));
  // An app that closes itself or opens another one is gone before its last events have left.
  const app = webApp();
  for (const name of ['close', 'openLink', 'openTelegramLink'] as const) {
    const original = app?.[name];
    if (original) {
      app[name] = (...parameters) => {
        guarded(flush)();
        return original.apply(app, parameters);
      };
    }
  }

  return {
    /** Records an event of the page itself. `timestamp`: Unix ms. */
    push({ event, category, value_num, unit, props }: CounterEvent, timestamp: number): void {
      add(event, props, { t: timestamp, c: category, val: value_num, cur: unit });
    },
    /** Takes initData that the page gives only now. */
    prove(lateInitData: string): void {
      if (!initData) bundle.i = lateInitData;
    },
  };
}
