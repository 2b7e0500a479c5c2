import type { Colleague } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { Dim } from '../../../ui/words.tsx';
import { colleaguesQuery, type NotedUser, setResponsible } from '../data/notes-data.ts';

interface ResponsibleFieldProps {
  of: NotedUser;
  responsible: Colleague | null;
  mayChange: boolean;
}

/** Colleague who looks after a user, chosen from those with access to the bot. */
export function ResponsibleField({ of, responsible, mayChange }: ResponsibleFieldProps) {
  const { t } = useTranslation();
  const { data: colleagues } = useQuery({ ...colleaguesQuery(of.botKey), enabled: mayChange });
  const nameOf = ({ name, is_you: isYou }: Colleague) => (isYou ? t('UserNotes.you', { name }) : name);
  const { busy, run } = useAction(async (account: string) => {
    await setResponsible(of, account === '' ? null : account);
    const name = colleagues?.find(({ account_key: key }) => key === account)?.name;
    showDone(name === undefined ? t('UserNotes.nobodyNow') : t('UserNotes.responsibleNow', { name }));
  });
  if (!mayChange) {
    return (
      <p>
        <Dim>{t('UserNotes.responsible')}</Dim>: {responsible === null ? t('UserNotes.nobody') : nameOf(responsible)}
      </p>
    );
  }
  const choices = colleagues ?? (responsible === null ? [] : [responsible]);
  return (
    <NativeSelect
      mb={12}
      label={t('UserNotes.responsible')}
      value={responsible?.account_key ?? ''}
      disabled={busy}
      data={[
        { value: '', label: t('UserNotes.nobody') },
        ...choices.map((one) => ({ value: one.account_key, label: nameOf(one) })),
      ]}
      onChange={(event) => void run(event.currentTarget.value)}
    />
  );
}
