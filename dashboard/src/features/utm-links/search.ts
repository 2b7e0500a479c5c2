/** The link builder: what is being made, or read. */
export interface UtmSearch {
  /** `read`; makes a link unless given. */
  mode?: string;
  /** `start`, `startgroup` or `startapp`. */
  kind?: string;
  /** Short name of the Mini App. */
  app?: string;
  /** `name:value` pairs, separated by commas, percent-encoded. */
  parts?: string;
  /** Link or payload that was pasted to be read. */
  link?: string;
}
export const utmSearchKeys = ['mode', 'kind', 'app', 'parts', 'link'] as const;
