import '@mantine/core/styles/Switch.layer.css';
import type { Bot } from '@botscope/contract';
import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { hiddenCommandsQuery, saveSettings } from '../../bot-settings/public/settings-data.ts';
import { HiddenTable } from './hidden-table.tsx';

/** The switch, and the texts that were found. */
export function HiddenSection({ bot, on }: { bot: Bot; on: boolean }) {
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
