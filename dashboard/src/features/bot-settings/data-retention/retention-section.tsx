import type { Bot, BotSettings } from '@botscope/contract';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { saveSettings } from '../public/settings-data.ts';
import classes from './data-retention.module.css';

const eventDays = [30, 90, 180, 365, 730, 1_095] as const;
const errorDays = [7, 14, 30, 90, 180, 365] as const;
const hints: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Retention of events and of the error log. A choice is saved at once; one that deletes events asks first. */
export function RetentionSection({ bot, settings }: { bot: Bot; settings: BotSettings }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<number | null>(null);
  const readOnly = !may(bot, 'settings.edit');
  const { retention_days: retentionDays, error_days } = settings;
  const days = (count: number) => ({ value: String(count), label: t('BotSettings.keep.days', { count }) });
  const save = async (change: Partial<BotSettings>) => {
    setPending(null);
    try {
      await saveSettings(bot.key, change);
      showDone(t('General.Form.saved'));
    } catch (error) {
      showError(error);
    }
  };
  const choose = (value: string) => {
    const newDays = value === '' ? null : Number(value);
    const deletes = newDays !== null && (retentionDays === null || newDays < retentionDays);
    return deletes ? setPending(newDays) : save({ retention_days: newDays });
  };
  return (
    <Section title={t('BotSettings.keep.title')}>
      <div className={classes.form}>
        <NativeSelect
          label={t('BotSettings.keep.events')}
          description={t('BotSettings.keep.eventsHint')}
          inputWrapperOrder={hints}
          value={retentionDays === null ? '' : String(retentionDays)}
          disabled={readOnly}
          data={[{ value: '', label: t('BotSettings.keep.forever') }, ...withOwn(eventDays, retentionDays).map(days)]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('BotSettings.keep.errors')}
          description={t('BotSettings.keep.errorsHint')}
          inputWrapperOrder={hints}
          value={String(error_days)}
          disabled={readOnly}
          data={withOwn(errorDays, error_days).map(days)}
          onChange={(event) => save({ error_days: Number(event.currentTarget.value) })}
        />
      </div>
      {pending !== null && (
        <Dialog
          onClose={() => setPending(null)}
          title={t('BotSettings.keep.confirmTitle', { days: t('BotSettings.keep.days', { count: pending }) })}
        >
          <div className={dialog.body}>
            <p>{t('BotSettings.keep.confirmText')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button variant="default" data-autofocus onClick={() => setPending(null)}>
                {t('General.Cancel')}
              </Button>
              <Button color="red.8" onClick={() => save({ retention_days: pending })}>
                {t('BotSettings.keep.confirm')}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </Section>
  );
}

/** A length that was set elsewhere, such as by the operator, can be seen and kept. */
const withOwn = (offered: readonly number[], currentDays: number | null): number[] =>
  [...new Set([...offered, ...(currentDays === null ? [] : [currentDays])])].sort((one, other) => one - other);
