import { useNavigate, useSearch } from '@tanstack/react-router';
import type { IntegrationSearch } from '../search.ts';

/** Parameters in the address of the page on show. */
export const useIntegrationSearch = (): IntegrationSearch => useSearch({ strict: false });

/** Changes parameters of the address where the user is on the page. */
export function useChangeSearch(): (part: IntegrationSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return (part, replace = true) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace,
      resetScroll: false,
    });
}
