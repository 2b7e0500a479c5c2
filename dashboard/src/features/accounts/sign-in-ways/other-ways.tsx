import { api } from '@botscope/contract';
import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showNotice } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import { useSession } from '../../../platform/session/session.ts';
import { goOn } from '../../../platform/session/visit.ts';
import { passkeysWork } from '../../../ui/passkeys-work.ts';
import classes from './other-ways.module.css';

const TelegramButton = lazy(
  withTexts(['TelegramLogin'], async () => ({
    default: (await import('../../telegram-login/public/telegram-button.tsx')).TelegramButton,
  })),
);

interface OtherWaysProps {
  /** A passkey belongs to an account that is there already. */
  purpose: 'in' | 'up';
  /** Whether the owner wants to stay signed in. */
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

/** Signs in with what the browser or a key holds; it knows the account, so no email is asked for. */
function PasskeyButton({ remember }: { remember: () => boolean }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { busy, run: signIn } = useAction(async () => {
    const [{ answerPasskey }, { options }] = await Promise.all([
      import('../data/passkeys.ts'),
      call(api.passkeySignInOptions, {}),
    ]);
    const response = await answerPasskey(options);
    if (typeof response === 'string') showNotice({ msg: t('Auth.passkey.cancelled'), type: 'warning' });
    else await goOn(router, await call(api.passkeySignIn, { body: { response, rememberMe: remember() } }));
  });
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={busy}
      leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
      onClick={signIn}
    >
      {t('Auth.passkey.submit')}
    </Button>
  );
}
