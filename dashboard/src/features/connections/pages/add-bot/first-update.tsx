import type { Bot } from '@botscope/contract';
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './step.module.css';

/** The light that turns green when the first update comes in. `children`: a button beside it. */
export function FirstUpdate({ bot, text, children }: { bot: Bot | undefined; text: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const connected = bot?.status === true;
  return (
    <div className={classes.wait} data-connected={connected || undefined} role="status">
      <span className={classes.light} aria-hidden="true" />
      <div>
        <Box fw={500}>{connected ? t('AddBot.test.greenTitle') : t('AddBot.test.waitTitle')}</Box>
        <div className={classes.waitText}>{connected ? t('AddBot.test.greenText') : text}</div>
      </div>
      {children}
    </div>
  );
}
