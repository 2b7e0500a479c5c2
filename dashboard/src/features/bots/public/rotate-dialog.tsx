import { api, type Bot } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SecretValue } from './secret-value.tsx';

/** Warns, makes a new key, shows it once. `onKey` hears of it, so that samples on the page can hold it. */
export function RotateDialog({
  bot,
  onClose,
  onKey,
}: {
  bot: Bot;
  onClose: () => void;
  onKey?: (key: string) => void;
}) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  const { busy, run: rotate } = useAction(async () => {
    const { api_key } = await call(api.rotateApiKey, { params: { key: bot.key } });
    setKey(api_key);
    onKey?.(api_key);
  });
  return (
    <Dialog
      onClose={onClose}
      // A slip of the mouse must not close the only view of the key.
      closeOnClickOutside={key === null}
      closeOnEscape={key === null}
      size={key === null ? 'md' : 'lg'}
      title={t('Bots.rotateDialog.title', { name: bot.bot_name })}
    >
      <div className={classes.body}>
        {key === null ? (
          <>
            <p>{t('Bots.rotateDialog.text')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button variant="default" onClick={onClose} data-autofocus>
                {t('General.Cancel')}
              </Button>
              <Button color="red.8" loading={busy} onClick={rotate}>
                {t('Bots.rotateDialog.submit')}
              </Button>
            </Flex>
          </>
        ) : (
          <>
            <Notice tone="good">{t('Bots.rotateDialog.ready')}</Notice>
            <SecretValue value={key} />
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button onClick={onClose}>{t('Bots.rotateDialog.close')}</Button>
            </Flex>
          </>
        )}
      </div>
    </Dialog>
  );
}
