import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { RemoveSection } from '../data-retention/remove-section.tsx';
import { RetentionSection } from '../data-retention/retention-section.tsx';
import { SessionSection } from '../data-retention/session-section.tsx';
import { settingsQuery } from '../public/settings-data.ts';

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
