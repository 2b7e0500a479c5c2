import { api } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showNotice } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { goOn } from '../../../platform/session/visit.ts';

/** Signs in with what the browser or a key holds; it knows the account, so no email is asked for. */
export function PasskeyButton({ remember }: { remember: () => boolean }) {
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
