import { api, type Bot } from '@botscope/contract';
import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { Note } from '../../../ui/words.tsx';
import { saveSettings } from '../../bot-settings/public/settings-data.ts';

const sample = 'buy_4711';

/** By how many characters the data of a button is counted. */
export function CallbackSection({ bot, length }: { bot: Bot; length: number }) {
  const { t } = useTranslation();
  const readOnly = !may(bot, 'settings.edit');
  const draft = useDraft({
    saved: { callback_max_length: length },
    schema: api.setSettings.body,
    send: (values) => saveSettings(bot.key, values),
  });
  const { callback_max_length: maxLength } = draft.values;
  const shortData = sample.slice(0, Number.isNaN(maxLength) ? sample.length : Math.max(1, maxLength));
  return (
    <Section title={t('HiddenCommands.callback.title')}>
      <p>{t('HiddenCommands.callback.text')}</p>
      <form {...draft.form}>
        <Stack maw={420}>
          <TextInput
            name="callback_max_length"
            type="number"
            inputMode="numeric"
            min={1}
            max={64}
            label={t('HiddenCommands.callback.label')}
            description={t('HiddenCommands.callback.hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={Number.isNaN(maxLength) ? '' : maxLength}
            error={draft.problems.callback_max_length}
            readOnly={readOnly}
            onChange={(event) => draft.change({ callback_max_length: parseNumberField(event.currentTarget.value) })}
          />
          <Note>{t('HiddenCommands.callback.example', { data: sample, counted: shortData })}</Note>
          {!readOnly && <SaveRow draft={draft} />}
        </Stack>
      </form>
    </Section>
  );
}
