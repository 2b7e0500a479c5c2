import { api, assignableRoles, type Bot, type Member } from '@botscope/contract';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient, refreshInit } from '../../api/call.ts';
import { showDone, showError } from '../../shell/refusals.ts';
import classes from '../../ui/dialog.module.css';
import { botsQuery, dropBot } from '../bots/bot-data.ts';
import { nameOf } from './members-data.ts';

interface TransferDialogProps {
  bot: Bot;
  /** Who may become the owner: everybody who has access. */
  candidates: readonly Member[];
  /** Account key of the one whose menu led here. */
  person: string | null;
  onClose(): void;
}

/** Hands the bot to somebody else, once its name was typed. */
export function TransferDialog({ bot, candidates, person, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const typed = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(candidates.find(({ account_key: key }) => key === person) ?? candidates[0]);
  const [stay, setStay] = useState<string>('manager');
  const [mismatch, setMismatch] = useState(false);
  const [busy, setBusy] = useState(false);
  const name = bot.bot_name;
  const hand = async (event: FormEvent) => {
    event.preventDefault();
    const bot_name = typed.current?.value.trim().replace(/^@/, '') ?? '';
    setMismatch(bot_name !== name);
    if (bot_name !== name || !chosen) return typed.current?.focus();
    setBusy(true);
    try {
      const stay_as = assignableRoles.find((role) => role === stay) ?? null;
      const body = { account_key: chosen.account_key, bot_name, stay_as };
      await call(api.transferBot, { params: { key: bot.key }, body });
      await router.navigate({ to: '/bots', search: ({ lang }) => ({ lang, bot: undefined }), replace: true });
      if (stay_as === null) dropBot(bot.key);
      await Promise.all([refreshInit(), queryClient.invalidateQueries({ queryKey: botsQuery.queryKey })]);
      showDone(t('Permissions.transfer.done', { name, person: nameOf(chosen) }));
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Permissions.transfer.dialogTitle', { name })}
      closeButtonProps={{ 'aria-label': t('General.Close') }}
    >
      <form className={classes.body} onSubmit={hand} noValidate>
        <p>{t('Permissions.transfer.text')}</p>
        <p>{t('Permissions.transfer.warning')}</p>
        <NativeSelect
          label={t('Permissions.transfer.person')}
          value={chosen?.account_key ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setChosen(candidates.find(({ account_key: key }) => key === value))
          }
          data={candidates.map((member) => ({ value: member.account_key, label: nameOf(member) }))}
        />
        <NativeSelect
          label={t('Permissions.transfer.stay')}
          value={stay}
          onChange={(event) => setStay(event.currentTarget.value)}
          data={[
            ...[...assignableRoles]
              .reverse()
              .map((role) => ({ value: role, label: t(`Permissions.roles.${role}.name`) })),
            { value: '', label: t('Permissions.transfer.stayNone') },
          ]}
        />
        <TextInput
          ref={typed}
          label={t('Permissions.transfer.label', { name })}
          autoComplete="off"
          spellCheck={false}
          error={mismatch && t('Permissions.transfer.mismatch')}
          onChange={() => setMismatch(false)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('Permissions.transfer.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
