import { api, type Bot } from '@botscope/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { saveSettings } from '../public/settings-data.ts';
import classes from './data-retention.module.css';

/** After how long a silence the next action begins a new session. */
export function SessionSection({ bot, minutes }: { bot: Bot; minutes: number }) {
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
