import { api, type Bot } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';

/** Empties the log after a question: what is deleted cannot be brought back. */
export function ClearButton({ bot, disabled }: { bot: Bot; disabled: boolean }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { busy, run: clear } = useAction(async () => {
    await call(api.clearBotErrors, { params: { key: bot.key } });
    await queryClient.invalidateQueries({ queryKey: ['bots', bot.key, 'errors'] });
    showDone(t('BotErrors.cleared'));
    setConfirming(false);
  });
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setConfirming(true)}>
        {t('BotErrors.clear')}
      </Button>
      {confirming && (
        <Dialog onClose={() => setConfirming(false)} title={t('BotErrors.clearTitle', { name: bot.bot_name })}>
          <div className={classes.body}>
            <p>{t('BotErrors.clearText')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
                {t('General.Cancel')}
              </Button>
              <Button color="red.8" loading={busy} onClick={clear}>
                {t('BotErrors.clear')}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </>
  );
}
