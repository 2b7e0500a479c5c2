/** The page of one user. */
export interface PersonSearch {
  /** `log` or `profile`; the conversation unless given. */
  tab?: string;
  /** The message to show: a cursor, or a moment in Unix ms. */
  message?: string;
  /** The day to show, `YYYY-MM-DD`. */
  at?: string;
  /** Words to search for. */
  search?: string;
  /** Kind that the event log is limited to. */
  kind?: string;
}
export const personSearchKeys = ['tab', 'message', 'at', 'search', 'kind'] as const;
