import { api, type Bot } from '@botscope/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { showDone, showError } from '../../shell/refusals.ts';
import classes from '../../ui/dialog.module.css';
import { aftermathOf } from './aftermath.ts';
import { dropBot, may } from './bot-data.ts';
import { connectionQuery } from './connection/connection-data.ts';

/** Says what is lost and asks for the bot's name, typed by hand, before anything is deleted. */
export function RemoveDialog(props: { bot: Bot; onClose: () => void; onRemoved?: () => Promise<void> }) {
  const { bot, onClose, onRemoved } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim().replace(/^@/, '') ?? '';
    setMismatch(typed !== bot.bot_name);
    if (typed !== bot.bot_name) return input.current?.focus();
    setBusy(true);
    try {
      await call(api.removeBot, { params: { key: bot.key }, body: { bot_name: typed } });
      await onRemoved?.();
      dropBot(bot.key);
      showDone(t('Bots.removeDialog.done', { name: bot.bot_name }));
      onClose();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Bots.removeDialog.title', { name: bot.bot_name })}
      closeButtonProps={{ 'aria-label': t('General.Close') }}
    >
      <form className={classes.body} onSubmit={remove} noValidate>
        <p>{t('Bots.removeDialog.text')}</p>
        <AftermathText bot={bot} />
        <TextInput
          ref={input}
          label={t('Bots.removeDialog.label', { name: bot.bot_name })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={mismatch && t('Bots.removeDialog.mismatch')}
          onChange={() => setMismatch(false)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('Bots.removeDialog.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What becomes of the bot in Telegram, and what its owner has to do himself. */
function AftermathText({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const enabled = bot.delivery_method === 'webhook' && may(bot, 'secure.view');
  const { data } = useQuery({ ...connectionQuery(bot.key), enabled });
  return aftermathOf(bot, data ?? null).map((what) => (
    <p key={what.kind}>
      {what.kind === 'former' && t('Connection.tokenSection.removeFormer', { url: what.url })}
      {what.kind === 'none' && t('Connection.tokenSection.removeHook')}
      {what.kind === 'byHand' && t('Bots.removeDialog.byHand', { url: what.url })}
      {what.kind === 'byBot' && t('Bots.removeDialog.byBot')}
      {what.kind === 'through' && t('Bots.removeDialog.through')}
      {what.kind === 'untouched' && t('Bots.removeDialog.untouched')}
    </p>
  ));
}
