import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PageSearch } from '../search.ts';

/** Parameters in the address of the page on show. */
export const usePageSearch = (): PageSearch => useSearch({ strict: false });

/** Changes parameters of the address where the user is on the page. */
export function useChangeSearch(): (part: PageSearch) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });
}

/** Opens a dialog over the page. */
export function useOpenDialog(): (dialog: 'edit' | 'key' | 'remove') => void {
  const navigate = useNavigate();
  return (dialog) => void navigate({ to: '.', search: (oldSearch: object) => ({ ...oldSearch, dialog }) });
}
