import type { Bot, CountedField } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../platform/session/bot-data.ts';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';

const noFields: readonly CountedField[] = [];

/** The custom fields of a bot; none for those who may not see them, and until they are loaded. */
export function useFields(bot: Bot): readonly CountedField[] {
  return useQuery({ ...fieldsQuery(bot.key), enabled: may(bot, 'custom_fields.view') }).data ?? noFields;
}
