import { useNavigate, useSearch } from '@tanstack/react-router';

type Address = Readonly<Record<string, unknown>>;

/** Changes parts of an address; `undefined` takes a part out. `replace` leaves no step to come back to. */
export type ChangeAddress = (parts: Record<string, string | undefined>, options?: { replace?: boolean }) => void;

/** The page's state as its address has it, and a way to change parts of it. */
export function useAddress(): [Address, ChangeAddress] {
  const search: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeAddress = (parts, { replace = false } = {}) => {
    void navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, ...parts }), resetScroll: false, replace });
  };
  return [search, change];
}
