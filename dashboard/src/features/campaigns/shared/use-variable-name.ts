import { type Bot, templateVariables } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';

/** “First name”, or the name of a custom field; the word itself where it is not known. */
export function useVariableName(bot: Bot): (variable: string) => string {
  const { t } = useTranslation();
  const fields = useQuery({ ...fieldsQuery(bot.key), enabled: may(bot, 'custom_fields.view') }).data ?? [];
  return (variable) => {
    const standardVariable = templateVariables.find((one) => one === variable);
    if (standardVariable !== undefined) return t(`CampaignEditor.variables.${standardVariable}`);
    return fields.find(({ key }) => `field.${key}` === variable)?.name ?? variable;
  };
}
