/** Clicks that are events: of elements with `data-bs-event` (the default), of all buttons and links, or none. */
export type ClickMode = 'tagged' | 'all' | 'off';

export interface CounterEvent {
  event: string;
  category?: string | null;
  /** In whole units; never income. */
  value_num?: number | null;
  /** Currency or unit of `value_num`, 3 letters. */
  unit?: string | null;
  /** At most 30; texts of at most 200 characters. */
  props?: Record<string, string | number | boolean>;
}

export interface Options {
  /** Public key of the Mini App, 32 hexadecimal digits. */
  key: string;
  /** Address of Botscope: `https://botscope.example.com`. */
  host: string;
  clicks?: ClickMode;
  /** Whether Telegram's own events are recorded; true unless said otherwise. */
  telegram?: boolean;
  /** Raw initData, for pages that have neither `window.Telegram` nor the launch data in their address. */
  initData?: string;
}

/** Counts the page it is called in. Call it once, as early as possible. Never throws. */
export declare function createCounter(options: Options): { push(event: CounterEvent): void };
