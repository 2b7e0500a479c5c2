import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import { useSession } from '../../../platform/session/session.ts';
import { passkeysWork } from '../../../ui/passkeys-work.ts';
import { telegramLoginTexts } from '../../telegram-login/texts.ts';
import classes from './other-ways.module.css';
import { PasskeyButton } from './passkey-button.tsx';

const TelegramButton = lazy(
  withTexts([telegramLoginTexts], async () => ({
    default: (await import('../../telegram-login/public/telegram-button.tsx')).TelegramButton,
  })),
);

interface OtherWaysProps {
  /** A passkey belongs to an account that is there already. */
  purpose: 'in' | 'up';
  /** Whether the person wants to stay signed in. */
  remember: () => boolean;
}

/** Under the form: ways in without a password, as far as the browser and the installation have them. */
export function OtherWays({ purpose, remember }: OtherWaysProps) {
  const { t } = useTranslation();
  const { telegram_login, fresh } = useSession();
  const passkey = purpose === 'in' && !fresh && passkeysWork();
  if (!passkey && telegram_login === null) return null;
  return (
    <Stack gap={12} mt={16}>
      <span className={classes.or}>{t('Auth.or')}</span>
      {telegram_login !== null && (
        <Suspense fallback={<div className={classes.coming} />}>
          <TelegramButton purpose={purpose} remember={remember} />
        </Suspense>
      )}
      {passkey && <PasskeyButton remember={remember} />}
    </Stack>
  );
}
