import type { ClickMode } from '../core/clicks.ts';
import { guarded } from '../core/guarded.ts';
import { type CounterEvent, startCounter } from './counter.ts';

export type { CounterEvent };

export interface Options {
  /** Public key of the Mini App, 32 hexadecimal digits. */
  key: string;
  /** Address of Botscope: `https://botscope.example.com`. */
  host: string;
  /** Clicks that are events: of elements with `data-bs-event` (the default), of all buttons and links, or none. */
  clicks?: ClickMode;
  /** Whether Telegram's own events are recorded; true unless said otherwise. */
  telegram?: boolean;
  /** Raw initData, for pages that have neither `window.Telegram` nor the launch data in their address. */
  initData?: string;
}

/** Counts the page it is called in. Never throws. */
export function createCounter({ key, host, clicks, telegram, initData }: Options) {
  let push = (_event: CounterEvent): void => undefined;
  guarded(() => {
    const counter = startCounter(key, `${host.replace(/\/$/, '')}/hit`, {
      ...{ trackClicks: clicks, trackTgEvents: telegram },
      ...(initData !== undefined && { custom_init_data_row: initData }),
    });
    push = guarded((event) => counter.push(event, Date.now()));
  })();
  return { push: (event: CounterEvent): void => push(event) };
}
