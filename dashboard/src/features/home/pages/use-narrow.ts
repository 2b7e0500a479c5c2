import type { Dimension } from '@botscope/contract';
import { useAddress } from '../../../analytics/question/use-address.ts';

/** Filters the summary by a value of a row. What edits filters comes with the first click. */
export function useNarrow(filter: string, dimension: Dimension): (value: string) => Promise<void> {
  const [, change] = useAddress();
  return async (value) => {
    const { narrowText } = await import('./narrow.ts');
    change({ filter: narrowText(filter, dimension, value) });
  };
}
