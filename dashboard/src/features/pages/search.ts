/** Filter of a list; in the address. */
export interface ListSearch {
  /** Key of the bot whose pages are shown; `bot` is the one that other pages speak about. */
  owner?: string;
  /** Only those in this status. */
  status?: string;
}
export const listSearchKeys = ['owner', 'status'] as const;

/** One Mini App or website. */
interface OneSearch {
  /** `code` or `hits`; the overview unless given. */
  tab?: string;
  /** `edit`, `key` or `remove`. */
  dialog?: string;
  /** Kind of snippet, one of `snippetKinds`. */
  snippet?: string;
  /** `frozen`; the newest version of the script unless given. */
  version?: string;
}
const oneSearchKeys = ['tab', 'dialog', 'snippet', 'version'] as const;

export interface AppSearch extends OneSearch {
  /** Clicks that the script reports: `all` or `off`; those of marked elements unless given. */
  clicks?: string;
  /** `off`: no events of Telegram. */
  telegram?: string;
}
export const appSearchKeys = [...oneSearchKeys, 'clicks', 'telegram'] as const;

export interface SiteSearch extends OneSearch {
  /** `off`: links to the bot stay as they are. */
  links?: string;
  /** Paths on the website's own domain, for a proxy: of the script, and of its reports. */
  script?: string;
  report?: string;
}
export const siteSearchKeys = [...oneSearchKeys, 'links', 'script', 'report'] as const;

export type PageSearch = ListSearch & AppSearch & SiteSearch;
