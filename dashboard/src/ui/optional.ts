import { type ComponentType, lazy } from 'react';

/** A lazy part that a page can do without: if it does not come, nothing stands in its place, and the page stays. */
export const optional = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
