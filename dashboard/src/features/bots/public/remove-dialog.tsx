import { api, type Bot } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { dropBot, may } from '../../../platform/session/bot-data.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { connectionQuery } from '../../connections/public/connection-data.ts';
import { buildConfirmation } from './confirmation.ts';

/** Says what is lost and asks for the bot's name, typed by hand, before anything is deleted. */
export function RemoveDialog(props: { bot: Bot; onClose: () => void; onRemoved?: () => Promise<void> }) {
  const { bot, onClose, onRemoved } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const { busy, run: remove } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const typedName = input.current?.value.trim().replace(/^@/, '') ?? '';
    setMismatch(typedName !== bot.bot_name);
    if (typedName !== bot.bot_name) return input.current?.focus();
    await call(api.removeBot, { params: { key: bot.key }, body: { bot_name: typedName } });
    await onRemoved?.();
    showDone(t('Bots.removeDialog.done', { name: bot.bot_name }));
    // `onClose` is not called: the dialog goes together with what showed the bot, and so the focus finds another place.
    dropBot(bot.key);
  });
  return (
    <Dialog onClose={onClose} title={t('Bots.removeDialog.title', { name: bot.bot_name })}>
      <form className={classes.body} onSubmit={remove} noValidate>
        <p>{t('Bots.removeDialog.text')}</p>
        <ConfirmationText bot={bot} />
        <TextInput
          ref={input}
          label={t('Bots.removeDialog.label', { name: bot.bot_name })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={mismatch && t('Bots.removeDialog.mismatch')}
          onChange={() => setMismatch(false)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('Bots.removeDialog.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

/** Explains what happens to the bot in Telegram, and what its owner has to do by hand. */
function ConfirmationText({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const enabled = bot.delivery_method === 'webhook' && may(bot, 'secure.view');
  const { data } = useQuery({ ...connectionQuery(bot.key), enabled });
  return buildConfirmation(bot, data ?? null).map((notice) => (
    <p key={notice.kind}>
      {notice.kind === 'former' && t('Connection.tokenSection.removeFormer', { url: notice.url })}
      {notice.kind === 'none' && t('Connection.tokenSection.removeHook')}
      {notice.kind === 'byHand' && t('Bots.removeDialog.byHand', { url: notice.url })}
      {notice.kind === 'byBot' && t('Bots.removeDialog.byBot')}
      {notice.kind === 'through' && t('Bots.removeDialog.through')}
      {notice.kind === 'untouched' && t('Bots.removeDialog.untouched')}
    </p>
  ));
}
