import { type Bot, type Language, languages } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { settingsQuery } from '../../bot-settings/public/settings-data.ts';
import { policyText as inEnglish } from '../locales/en/policy-text.ts';
import { policyText as inRussian } from '../locales/ru/policy-text.ts';
import classes from './policy-section.module.css';

const texts: Record<Language, typeof inEnglish> = { en: inEnglish, ru: inRussian };

/** A text for the command /privacy, which Telegram's terms for bots require, filled with what is known of the bot. */
export function PolicySection({ bot }: { bot: Bot }) {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const query = useQuery(settingsQuery(bot.key));
  const heading = useId();
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'en');
  const [contact, setContact] = useState(user?.email ?? '');
  return (
    <Section title={t('Erasures.policy.title')}>
      <p>{t('Erasures.policy.text')}</p>
      <div className={classes.choices}>
        <NativeSelect
          label={t('Erasures.policy.language')}
          value={language}
          data={languages.map((value) => ({ value, label: t(`Erasures.policy.languages.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setLanguage(languages.find((one) => one === value) ?? 'en')}
        />
        <TextInput
          label={t('Erasures.policy.contact')}
          description={t('Erasures.policy.contactHint')}
          value={contact}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setContact(value)}
        />
      </div>
      <Loaded query={query} height={300}>
        {({ retention_days: days }) => {
          const text = texts[language]({ bot: `@${bot.bot_name}`, contact: contact.trim(), days });
          return (
            <figure className={classes.policy} aria-labelledby={heading}>
              <figcaption>
                <span id={heading}>/privacy</span>
                <CopyButton value={text} label={t('Erasures.policy.copy')} />
              </figcaption>
              <div lang={language} className={classes.text}>
                {text}
              </div>
            </figure>
          );
        }}
      </Loaded>
      <p className={classes.hint}>{t('Erasures.policy.hint')}</p>
    </Section>
  );
}
