import { useState } from 'react';
import { showError } from './error-mapping.ts';

interface Action<Args extends unknown[]> {
  /** True while it is on its way, so that nobody sends it twice. */
  busy: boolean;
  run(...args: Args): Promise<void>;
}

/** Something that a page sends to the server. What it throws is shown as a toast unless the page shows it. */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  onError: (error: unknown) => void = showError,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const run = async (...args: Args) => {
    setBusy(true);
    try {
      await act(...args);
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy: isBusy, run };
}
