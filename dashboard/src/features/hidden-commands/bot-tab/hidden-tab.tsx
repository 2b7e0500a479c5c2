import '@mantine/core/styles/Switch.layer.css';
import { api, type Bot } from '@botscope/contract';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { Note } from '../../../ui/words.tsx';
import { hiddenCommandsQuery, saveSettings, settingsQuery } from '../../bot-settings/public/settings-data.ts';
import { HiddenTable } from '../sections/hidden-table.tsx';

const sampleData = 'buy_4711';

/** By how many characters the data of a button is counted. */
function CallbackSection({ bot, length }: { bot: Bot; length: number }) {
  const { t } = useTranslation();
  const readOnly = !may(bot, 'settings.edit');
  const draft = useDraft({
    saved: { callback_max_length: length },
    schema: api.setSettings.body,
    send: (values) => saveSettings(bot.key, values),
  });
  const { callback_max_length: maxLength } = draft.values;
  const shortData = sampleData.slice(0, Number.isNaN(maxLength) ? sampleData.length : Math.max(1, maxLength));
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
          <Note>{t('HiddenCommands.callback.example', { data: sampleData, counted: shortData })}</Note>
          {!readOnly && <SaveRow draft={draft} />}
        </Stack>
      </form>
    </Section>
  );
}

/** Settings of commands other than those with a slash. */
export function HiddenTab({ bot }: { bot: Bot }) {
  const query = useQuery(settingsQuery(bot.key));
  return (
    <Loaded query={query} height={420}>
      {(settings) => (
        <>
          <HiddenSection bot={bot} on={settings.hidden_commands} />
          <CallbackSection bot={bot} length={settings.callback_max_length} />
        </>
      )}
    </Loaded>
  );
}

/** The switch, and the texts that were found. */
function HiddenSection({ bot, on }: { bot: Bot; on: boolean }) {
  const { t } = useTranslation();
  const query = useQuery({ ...hiddenCommandsQuery(bot.key), enabled: on });
  const turn = (hidden_commands: boolean) => saveSettings(bot.key, { hidden_commands }).catch(showError);
  return (
    <Section title={t('HiddenCommands.hidden.title')}>
      <p>{t('HiddenCommands.hidden.text')}</p>
      <Stack>
        <Switch
          label={t('HiddenCommands.hidden.switch')}
          description={t('HiddenCommands.hidden.switchHint')}
          checked={on}
          disabled={!may(bot, 'settings.edit')}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        {on ? (
          <Loaded query={query} height={240}>
            {(commands) => <HiddenTable bot={bot} commands={commands} />}
          </Loaded>
        ) : (
          <Notice>{t('HiddenCommands.hidden.off')}</Notice>
        )}
      </Stack>
    </Section>
  );
}
