import { useNavigate, useSearch } from '@tanstack/react-router';

type Address = Readonly<Record<string, unknown>>;

/** The page's state as its address has it, and a way to change parts of it; `undefined` takes a part out. */
export function useAddress(): [Address, (parts: Record<string, string | undefined>) => void] {
  const search: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: Record<string, string | undefined>) => {
    void navigate({ to: '.', search: (old) => ({ ...old, ...parts }), resetScroll: false });
  };
  return [search, change];
}
