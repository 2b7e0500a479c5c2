export interface SiteEvent {
  event?: string;
  category?: string;
  /** In whole units; never income. */
  value_num?: number;
  /** Currency or unit of `value_num`, 3 letters. */
  unit?: string;
  /** At most 30; texts of at most 200 characters. */
  props?: Record<string, string | number | boolean>;
  /** The visitor's decision. It is not stored: send it on each page. */
  consent?: boolean;
}

export interface Options {
  /** Public key of the website, 32 hexadecimal digits. */
  key: string;
  /** Address of Botscope: `https://botscope.example.com`. */
  host: string;
  /** `required`: pages are counted as nobody's until the visitor consents. */
  consent?: string | undefined;
  /** Form of the visit in links to bots: `ticket` (the default), `readable` for the bot's own rules, or `off`. */
  links?: string | undefined;
  /** `readable`: what stands between parameters (`_`), between a name and its value (`-`), and the source's name. */
  between?: string | undefined;
  equals?: string | undefined;
  source?: string | undefined;
}

/** Counts the page it is called in, and the pages that the application shows after it. Never throws. */
export declare function createWebsite(options: Options): {
  push(event: SiteEvent): void;
  /** The link to a bot with the visit in it, for buttons and QR codes. Any other link stays as it is. */
  link(href: string): string;
};
