/** The page of one Mini App. */
export interface AppSearch {
  /** `code` or `hits`; the overview unless given. */
  tab?: string;
  /** `edit`, `key` or `remove`. */
  dialog?: string;
  /** Kind of snippet, one of `snippetKinds`. */
  snippet?: string;
  /** `frozen`; the newest version of the script unless given. */
  version?: string;
  /** Clicks that the script reports: `all` or `off`; those of marked elements unless given. */
  clicks?: string;
  /** `off`: no events of Telegram. */
  telegram?: string;
}
export const appSearchKeys = ['tab', 'dialog', 'snippet', 'version', 'clicks', 'telegram'] as const;
