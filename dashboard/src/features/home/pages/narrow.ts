import { type Dimension, formatFilter, parseFilter } from '@botscope/contract';
import { narrowTo } from '../../../analytics/filter/edit-filter.ts';

/** A filter's text, narrowed to one value by a click on a row. One that cannot be read gives way. */
export const narrowText = (filter: string, dimension: Dimension, value: string): string | undefined =>
  formatFilter(narrowTo(parseFilter(filter) ?? [], dimension, value)) || undefined;
