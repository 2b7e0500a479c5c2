import type { Bot } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { ifSaved } from '../../../../ui/unsaved.ts';
import { profileQuery } from '../../../bot-settings/public/settings-data.ts';
import { LanguagePicker } from '../../language-picker.tsx';
import { NeedToken } from '../../need-token.tsx';
import classes from './about.module.css';
import { AboutForm } from './about-form.tsx';
import { BotPhoto } from './bot-photo.tsx';

/** Name, photo and descriptions of the bot in Telegram, per language. */
export function AboutSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState('');
  const query = useQuery({ ...profileQuery(bot.key, language), enabled: bot.has_token });
  const needsToken = query.error instanceof ApiError && query.error.code === 'NeedToken';
  return (
    <Section
      title={t('BotProfile.about.title')}
      actions={
        bot.has_token &&
        !needsToken && (
          <LanguagePicker value={language} onChange={(next) => ifSaved('about', () => setLanguage(next))} />
        )
      }
    >
      {!bot.has_token || needsToken ? (
        <NeedToken bot={bot} text={t('BotProfile.needToken.about')} />
      ) : (
        <>
          <p>{t('BotProfile.about.text')}</p>
          <Loaded query={query} height={360}>
            {(profile) => (
              <>
                <Flex gap={16} align="center" mb={20}>
                  <BotPhoto bot={bot} hasPhoto={profile.has_photo} />
                  <div>
                    <a
                      href={`https://t.me/${profile.username}`}
                      target="_blank"
                      rel="noreferrer"
                      className={classes.link}
                    >
                      @{profile.username}
                    </a>
                    <Box c="dimmed" fz="xs">
                      {t('BotProfile.about.photoHow')}
                    </Box>
                  </div>
                </Flex>
                <AboutForm key={language} bot={bot} language={language} profile={profile} />
              </>
            )}
          </Loaded>
        </>
      )}
    </Section>
  );
}
