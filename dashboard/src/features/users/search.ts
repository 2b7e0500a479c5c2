/** The list of users. */
export interface UsersSearch {
  /** A number, `@username` or the beginning of a name. */
  search?: string;
  /** JSON of the contract's `SegmentRules`. */
  rules?: string;
  /** A column, with `-` before it for the greatest first. */
  sort?: string;
  /** Joined by commas. */
  columns?: string;
  /** A number of a report, as in `visitors?period=7d&bucket=3`. */
  number?: string;
  /** Id of the saved view that the rest came from. */
  view?: string;
}
export const usersSearchKeys = ['search', 'rules', 'sort', 'columns', 'number', 'view'] as const;
