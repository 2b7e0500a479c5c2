import type { Bot } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';
import type { MailingPartProps } from './part-props.ts';

/** The custom field that has users' time zones. */
export function TimeZoneField({ bot, draft, readOnly }: MailingPartProps & { bot: Bot }) {
  const { t } = useTranslation();
  const { time_zone_field: zoneField } = draft.values;
  const fields = useQuery({ ...fieldsQuery(bot.key), enabled: may(bot, 'custom_fields.view') }).data ?? [];
  const options = fields
    .filter(({ type, status }) => (type === 'text' || type === 'choice') && status !== 'archived')
    .map(({ key, name }) => ({ value: key, label: name }));
  // One that is archived now, or whose name may not be seen, stays chosen.
  const isListed = zoneField === null || options.some(({ value }) => value === zoneField);
  return (
    <NativeSelect
      maw={420}
      label={t('CampaignTiming.field.label')}
      description={t('CampaignTiming.field.hint')}
      disabled={readOnly}
      error={draft.problems.time_zone_field}
      value={zoneField ?? ''}
      data={[
        { value: '', label: t('CampaignTiming.field.none') },
        ...(isListed ? [] : [{ value: zoneField, label: zoneField }]),
        ...options,
      ]}
      onChange={({ currentTarget: { value } }) => draft.change({ time_zone_field: value === '' ? null : value })}
    />
  );
}
