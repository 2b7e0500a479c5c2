/** The filters of the error log. */
export interface ErrorSearch {
  kind?: string;
  code?: string;
  method?: string;
  search?: string;
}
export const errorSearchKeys = ['kind', 'code', 'method', 'search'] as const;
