/** The page of one website. */
export interface SiteSearch {
  /** `code` or `hits`; the overview unless given. */
  tab?: string;
  /** `edit`, `key` or `remove`. */
  dialog?: string;
  /** Kind of the snippet, one of `snippetKinds`. */
  snippet?: string;
  /** `frozen`; the newest version of the script unless given. */
  version?: string;
  /** `off`: links to the bot stay as they are. */
  links?: string;
  /** Paths on the website's own domain, for a proxy: of the script, and of its reports. */
  script?: string;
  report?: string;
}
export const siteSearchKeys = ['tab', 'dialog', 'snippet', 'version', 'links', 'script', 'report'] as const;
