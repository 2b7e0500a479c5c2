import { api, type Bot, type BotSettings } from '@botscope/contract';
import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { RemoveDialog } from '../../bots/public/remove-dialog.tsx';
import { saveSettings, settingsQuery } from '../public/settings-data.ts';
import classes from './data-tab.module.css';

const eventDays = [30, 90, 180, 365, 730, 1_095] as const;
const errorDays = [7, 14, 30, 90, 180, 365] as const;
const hints: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Retention of events and of the error log. A choice is saved at once; one that deletes events asks first. */
function RetentionSection({ bot, settings }: { bot: Bot; settings: BotSettings }) {
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

/** Settings of sessions and of data retention, import of older data, and its deletion. */
export function DataTab({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(settingsQuery(bot.key));
  return (
    <>
      <Loaded query={query} height={420}>
        {(settings) => (
          <>
            <SessionSection bot={bot} minutes={settings.session_gap_minutes} />
            <RetentionSection bot={bot} settings={settings} />
          </>
        )}
      </Loaded>
      {may(bot, 'storage.upload') && (
        <Section title={t('BotSettings.upload.title')}>
          <p>{t('BotSettings.upload.text')}</p>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/bot_upload/$key" params={{ key: bot.key }} {...props} />}
          >
            {t('BotSettings.upload.open')}
          </Button>
        </Section>
      )}
      {may(bot, 'secure.manage') && <RemoveSection bot={bot} />}
    </>
  );
}

/** The end of a bot; asks for its name before anything happens. */
function RemoveSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  return (
    <Section title={t('Bots.danger.title')}>
      <p>{t('Bots.danger.text')}</p>
      <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setConfirming(true)}>
        {t('Bots.remove')}
      </Button>
      {confirming && (
        <RemoveDialog
          bot={bot}
          onClose={() => setConfirming(false)}
          // Edits of a bot that is gone are nothing to ask about.
          onRemoved={() =>
            navigate({ to: '/bots', search: (oldSearch) => ({ ...oldSearch, bot: undefined }), ignoreBlocker: true })
          }
        />
      )}
    </Section>
  );
}

/** After how long a silence the next action begins a new session. */
function SessionSection({ bot, minutes }: { bot: Bot; minutes: number }) {
  const { t } = useTranslation();
  const readOnly = !may(bot, 'settings.edit');
  const draft = useDraft({
    saved: { session_gap_minutes: minutes },
    schema: api.setSettings.body,
    send: (values) => saveSettings(bot.key, values),
  });
  const { session_gap_minutes: gapMinutes } = draft.values;
  return (
    <Section title={t('BotSettings.session.title')}>
      <p>{t('BotSettings.session.text')}</p>
      <form {...draft.form} className={classes.form}>
        <TextInput
          name="session_gap_minutes"
          type="number"
          inputMode="numeric"
          min={5}
          max={240}
          label={t('BotSettings.session.label')}
          description={t('BotSettings.session.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={Number.isNaN(gapMinutes) ? '' : gapMinutes}
          error={draft.problems.session_gap_minutes}
          readOnly={readOnly}
          onChange={(event) => draft.change({ session_gap_minutes: parseNumberField(event.currentTarget.value) })}
        />
        {!readOnly && <SaveRow draft={draft} />}
      </form>
    </Section>
  );
}
