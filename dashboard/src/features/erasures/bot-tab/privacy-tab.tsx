import { type Bot, type Language, languages, maxErasedAtOnce } from '@botscope/contract';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../platform/api/call.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { useSession } from '../../../platform/session/session.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { settingsQuery } from '../../bot-settings/public/settings-data.ts';
import { erasuresQuery } from '../data/erasures-data.ts';
import { readUserIds } from '../data/read-user-ids.ts';
import { policyText as inEnglish } from '../locales/en/policy-text.ts';
import { policyText as inRussian } from '../locales/ru/policy-text.ts';
import { EraseDialog } from '../public/erase-dialog.tsx';
import { ErasuresSection } from './erasures-section.tsx';
import classes from './privacy-tab.module.css';

const texts: Record<Language, typeof inEnglish> = { en: inEnglish, ru: inRussian };

/** A text for the command /privacy, which Telegram's terms for bots require, filled with what is known of the bot. */
function PolicySection({ bot }: { bot: Bot }) {
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

/** Privacy policy that says what is stored, and deletion of data on request: what owners owe the users of a bot. */
export function PrivacyTab({ bot }: { bot: Bot }) {
  return (
    <>
      <PolicySection bot={bot} />
      {may(bot, 'section.users.erase') && (
        <>
          <EraseSection bot={bot} />
          <ErasuresSection bot={bot} />
        </>
      )}
    </>
  );
}

/** Takes a list of IDs, as requests come in by email. One user is erased from their own page. */
function EraseSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [idsToErase, setIdsToErase] = useState<number[] | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ids, invalid } = readUserIds(text);
    const [first] = invalid;
    if (first !== undefined) return setProblem(t('Erasures.erase.invalid', { text: first.slice(0, 40) }));
    if (ids.length === 0) return setProblem(t('Erasures.erase.none'));
    if (ids.length > maxErasedAtOnce) {
      return setProblem(t('Erasures.erase.tooMany', { number: format.number(maxErasedAtOnce) }));
    }
    setIdsToErase(ids);
  };
  const refresh = async () => {
    setIdsToErase(null);
    setText('');
    await queryClient.invalidateQueries({ queryKey: erasuresQuery(bot.key).queryKey });
  };
  return (
    <Section title={t('Erasures.erase.title')}>
      <p>{t('Erasures.erase.text')}</p>
      <form onSubmit={submit} noValidate>
        <Textarea
          label={t('Erasures.erase.label')}
          description={t('Erasures.erase.hint')}
          value={text}
          error={problem}
          autosize
          minRows={2}
          maxRows={8}
          maw="40ch"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setProblem(null);
          }}
        />
        <Button type="submit" mt={12} variant="outline" color="red.8" c="var(--bs-bad)">
          {t('Erasures.erase.button')}
        </Button>
      </form>
      {idsToErase !== null && (
        <EraseDialog
          botKey={bot.key}
          userIds={idsToErase}
          onClose={() => setIdsToErase(null)}
          onDone={() => void refresh()}
        />
      )}
    </Section>
  );
}
