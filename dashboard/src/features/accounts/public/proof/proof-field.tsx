import { api } from '@botscope/contract';
import { Anchor, Button, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { CodeField } from '../../../../ui/contact-fields.tsx';
import { MailNotice } from '../../../../ui/mail-notice.tsx';
import { ResendButton } from '../../../../ui/resend-button.tsx';
import classes from './proof-field.module.css';
import type { ProofInput } from './use-proof-form.ts';

/** The part of a form that proves who asks: a password, a code of the app or of a mail, whatever the account has. */
export function ProofField({ proof, autoFocus = false }: { proof: ProofInput; autoFocus?: boolean }) {
  const { t } = useTranslation();
  const { part, other, turn, input } = proof;
  if (part === 'fresh')
    return (
      <Text c="dimmed" fz="sm">
        {t('Profile.proof.fresh')}
      </Text>
    );
  if (part === 'email_code') return <MailedCode input={input} />;
  return (
    <div className={classes.proof}>
      {part === 'password' ? (
        <PasswordInput
          key="password"
          label={t('Profile.proof.password')}
          autoComplete="current-password"
          data-autofocus={autoFocus || undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
          {...input}
        />
      ) : (
        <CodeField
          key="code"
          label={t('Profile.proof.code')}
          description={t('Profile.proof.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="text"
          data-autofocus={autoFocus || undefined}
          {...input}
        />
      )}
      {other && (
        <Anchor component="button" type="button" size="sm" onClick={turn}>
          {t(other === 'code' ? 'Profile.proof.useCode' : 'Profile.proof.usePassword')}
        </Anchor>
      )}
    </div>
  );
}

/** For an account with an email and no password: a code, sent when asked for. */
function MailedCode({ input }: { input: ProofInput['input'] }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await call(api.sendProofCode, {});
  };
  const { busy, run: first } = useAction(async () => {
    await send();
    setSent(true);
  });
  if (!isSent) {
    return (
      <div className={classes.proof}>
        <Button variant="default" loading={busy} onClick={first}>
          {t('Profile.proof.sendCode', { email: user?.email ?? '' })}
        </Button>
        {input.error && (
          <Text role="alert" c="var(--mantine-color-error)" fz="xs">
            {t('Profile.proof.sendFirst')}
          </Text>
        )}
      </div>
    );
  }
  return (
    <div className={classes.proof}>
      <MailNotice />
      <CodeField label={t('Profile.proof.emailCode')} autoFocus {...input} />
      <ResendButton send={send} waitFirst />
    </div>
  );
}
