import { useNavigate, useSearch } from '@tanstack/react-router';

const openings = ['add', 'link', 'change', 'revoke', 'transfer', 'leave'] as const;
type Opening = (typeof openings)[number];

/** Keeps the open dialog in the address: Back closes it, and a reload opens it again. */
export function useOpened() {
  const search = useSearch({ from: '/layout/bots/$key/permissions' });
  const navigate = useNavigate();
  return {
    opened: openings.find((each) => each === search.open) ?? null,
    colleague: search.colleague ?? null,
    open: (open: Opening, colleague?: string) =>
      void navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, open, colleague }), resetScroll: false }),
    close: () =>
      void navigate({
        to: '.',
        search: (oldSearch) => ({ ...oldSearch, open: undefined, colleague: undefined }),
        replace: true,
        resetScroll: false,
      }),
  };
}
