import { type Region, regions } from '@botscope/contract';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './fields.module.css';
import type { DraftForm } from './use-draft.ts';

/** Services on which bots are built without code and which set the webhook themselves. */
const platforms = [
  'BotHelp',
  'Botmother',
  'Chatfuel',
  'Chatwoot',
  'Leadteh',
  'ManyChat',
  'n8n',
  'PuzzleBot',
  'Salebot',
  'SendPulse',
  'Typebot',
];

/** Whether what the bot sends is recorded, through the same API root. */
export function CallsField({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { draft } = form;
  return (
    <Checkbox
      name="proxy"
      label={t('Connection.calls.label')}
      description={t(draft.feed === 'polling' ? 'Connection.calls.polling' : 'Connection.calls.webhook')}
      checked={draft.proxy}
      onChange={(event) => form.change({ proxy: event.currentTarget.checked })}
    />
  );
}

/** Settings that hardly any owner has to change. */
export function AdvancedFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  return (
    <details className={classes.advanced} open={form.draft.region !== 'global' || undefined}>
      <summary>{t('Connection.advanced')}</summary>
      <NativeSelect
        label={t('Connection.region.label')}
        description={t('Connection.region.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="region"
        data={regions.map((value) => ({ value, label: t(`Connection.region.${value}`) }))}
        value={form.draft.region}
        onChange={(event) => form.change({ region: event.currentTarget.value as Region })}
      />
    </details>
  );
}

/** Whether the bot is the owner's own program or lives on a platform: those set their webhook in their own way. */
export function PlatformField({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const other = t('Connection.platform.other');
  // Platforms set webhooks, and leave no place for an API root.
  const choose = (platform: string) =>
    form.change(platform === '' ? { platform } : { platform, feed: 'forward', proxy: false });
  const isListed = form.draft.platform === '' || platforms.includes(form.draft.platform);
  return (
    <NativeSelect
      label={t('Connection.platform.label')}
      name="platform"
      data={[{ value: '', label: t('Connection.platform.own') }, ...platforms, { value: 'other', label: other }]}
      value={isListed ? form.draft.platform : 'other'}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
