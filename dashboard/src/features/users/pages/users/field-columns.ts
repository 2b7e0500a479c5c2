import type { Bot, UserColumn } from '@botscope/contract';
import { useMemo } from 'react';
import { useFields } from '../../data/use-fields.ts';

/** A column of a custom field. */
export interface FieldColumn {
  column: UserColumn;
  name: string;
}

/** The columns of the bot's custom fields that are not archived. */
export function useFieldColumns(bot: Bot): readonly FieldColumn[] {
  const fields = useFields(bot);
  return useMemo(
    () =>
      fields
        .filter(({ status }) => status !== 'archived')
        .map(({ key, name }): FieldColumn => ({ column: `field.${key}`, name })),
    [fields],
  );
}
