import { api, type Bot, type BotProfile } from '@botscope/contract';
import { Box, Flex, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { call, queryClient } from '../../../../platform/api/call.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { BotAvatar } from '../../../../ui/bot-avatar.tsx';
import form from '../../../../ui/form.module.css';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SaveRow } from '../../../../ui/save-row.tsx';
import { Section } from '../../../../ui/section.tsx';
import { ifSaved } from '../../../../ui/unsaved.ts';
import { useDraft } from '../../../../ui/use-draft.ts';
import { profileQuery } from '../../../bot-settings/public/settings-data.ts';
import { LanguagePicker } from '../../language-picker.tsx';
import { NeedToken } from '../../need-token.tsx';
import classes from './about.module.css';

/** Telegram's limits. */
const longest = { name: 64, short_description: 120, description: 512 } as const;
type Field = keyof typeof longest;
const hints = { name: 'nameHint', short_description: 'shortDescriptionHint', description: 'descriptionHint' } as const;
const labels = { name: 'name', short_description: 'shortDescription', description: 'description' } as const;

/** Edits the texts of one language; only what changed is sent, since Telegram allows few changes of a name an hour. */
function AboutForm({ bot, language, profile }: { bot: Bot; language: string; profile: BotProfile }) {
  const { t } = useTranslation();
  const { name, short_description, description } = profile;
  const readOnly = !may(bot, 'settings.edit');
  const draft = useDraft({
    name: 'about',
    saved: { name, short_description, description },
    schema: api.setProfile.body,
    send: async (values) => {
      const changedFields = Object.fromEntries(
        Object.entries(values).filter(([field, text]) => text !== profile[field as Field]),
      );
      const answer = await call(api.setProfile, {
        params: { key: bot.key },
        body: { language_code: language, ...changedFields },
      });
      // Languages without a text of their own show this one.
      await queryClient.invalidateQueries({ queryKey: ['bots', bot.key, 'profile'], refetchType: 'none' });
      queryClient.setQueryData(profileQuery(bot.key, language).queryKey, answer);
    },
  });
  const props = (field: Field) => ({
    name: field,
    label: t(`BotProfile.about.${labels[field]}`),
    description: `${t(`BotProfile.about.${hints[field]}`)} ${formatRemaining(field)}`,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    value: draft.values[field],
    error: draft.problems[field],
    readOnly,
    onChange: (event: { currentTarget: { value: string } }) => draft.change({ [field]: event.currentTarget.value }),
  });
  /** Said only when it begins to matter. */
  const formatRemaining = (field: Field): string => {
    if (draft.problems[field]) return '';
    const remainingChars = longest[field] - draft.values[field].trim().length;
    if (remainingChars < 0) return t('BotProfile.about.tooLong', { count: -remainingChars });
    return remainingChars <= longest[field] / 4 ? t('BotProfile.about.left', { count: remainingChars }) : '';
  };
  return (
    <form {...draft.form} className={form.fields}>
      <TextInput {...props('name')} />
      <Textarea {...props('short_description')} rows={2} />
      <Textarea {...props('description')} rows={4} />
      {!readOnly && <SaveRow draft={draft} />}
    </form>
  );
}

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

/** The bot's picture in Telegram, fetched through our own server; the drawn one where there is none. */
function BotPhoto({ bot, hasPhoto }: { bot: Bot; hasPhoto: boolean }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (!hasPhoto || broken) return <BotAvatar name={bot.bot_name} size={56} />;
  return (
    <img
      src={`/api/bots/${bot.key}/photo`}
      width={56}
      height={56}
      alt={t('BotProfile.about.photo')}
      className={classes.photo}
      onError={() => setBroken(true)}
    />
  );
}
