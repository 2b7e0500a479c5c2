import type { Bot } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { PersonFields } from '../public/person-fields.tsx';

/** The values of one user by their ID, to see at once what the bot's code has sent. */
export function UserLookup({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSearch({ from: '/layout/custom-fields' });
  const [idText, setIdText] = useState(user ?? '');
  const [isWrong, setWrong] = useState(false);
  if (!may(bot, 'section.users.list')) return null;
  const show = (event: FormEvent) => {
    event.preventDefault();
    const id = idText.trim();
    if (!isUserId(id)) return setWrong(true);
    void navigate({ to: '/custom-fields', search: (oldSearch) => ({ ...oldSearch, user: id }), replace: true });
  };
  return (
    <Section title={t('Fields.lookup.title')}>
      <Flex component="form" gap={8} wrap="wrap" align="flex-end" mb={16} onSubmit={show} noValidate>
        <TextInput
          name="user"
          label={t('Fields.lookup.id')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={idText}
          error={isWrong && t('Fields.lookup.wrong')}
          onChange={(event) => {
            setIdText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="default">
          {t('Fields.lookup.show')}
        </Button>
      </Flex>
      {user !== undefined && isUserId(user) && <PersonFields bot={bot} userId={Number(user)} />}
    </Section>
  );
}

const isUserId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);
