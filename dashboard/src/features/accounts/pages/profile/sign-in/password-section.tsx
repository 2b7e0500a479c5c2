import { type Account, api, passwordLength } from '@botscope/contract';
import { Button, Flex, PasswordInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call, queryClient } from '../../../../../platform/api/call.ts';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { NewPasswordField } from '../../../../../ui/password-field.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { keepUser, sessionsQuery } from '../../../public/account-data.ts';
import forms from '../../../public/profile-forms.module.css';
import { ProofField } from '../../../public/proof/proof-field.tsx';
import { useProofForm } from '../../../public/proof/use-proof-form.ts';
import classes from './password-section.module.css';
import { estimateStrength, strengths } from './strength.ts';

/** Changes the password, or gives one to an account that came another way. */
export function PasswordSection({ user }: { user: Account }) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const close = () => setOpened(false);
  return (
    <Section title={t('Profile.password.title')}>
      <p>{t(user.has_password ? 'Profile.password.text' : 'Profile.password.none')}</p>
      {isOpened ? (
        <PasswordForm user={user} onClose={close} />
      ) : (
        // Coming back from the form, the focus must not be lost with it.
        <Button variant="default" autoFocus={isOpened === false} onClick={() => setOpened(true)}>
          {t(user.has_password ? 'Profile.password.change' : 'Profile.password.set')}
        </Button>
      )}
    </Section>
  );
}

const newPassword = z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max));
const current = z.string().check(z.minLength(1));

function PasswordForm({ user, onClose }: { user: Account; onClose(): void }) {
  const { t } = useTranslation();
  const [passwordText, setPasswordText] = useState('');
  const hasPassword = user.has_password;
  const form = useProofForm({
    extra: { current_password: '', new_password: '' },
    rules: { current_password: hasPassword ? current : z.string(), new_password: newPassword },
    // The password that is to be changed is proof enough.
    proven: hasPassword,
    places: hasPassword ? { InvalidPassword: 'current_password' } : {},
    send: async ({ current_password, new_password }, { code, email_code }) => {
      const body = { new_password, ...(hasPassword ? { current_password } : { code, email_code }) };
      keepUser((await call(api.setPassword, { body })).user);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      showDone(t('Profile.password.done'));
      onClose();
    },
  });
  const { getInputProps, key } = form.form;
  const input = getInputProps('new_password');
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormFailure code={form.failure} />
      {/* Password managers look for the name that the password belongs to. */}
      <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      {hasPassword ? (
        <PasswordInput
          label={t('Profile.password.current')}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
          key={key('current_password')}
          {...getInputProps('current_password')}
        />
      ) : (
        <ProofField proof={form.proof} />
      )}
      <NewPasswordField
        label={t('Profile.password.new')}
        key={key('new_password')}
        {...input}
        onChange={(event) => {
          setPasswordText(event.currentTarget.value);
          input.onChange(event);
        }}
      />
      <StrengthMeter password={passwordText} />
      <Flex gap={8} wrap="wrap">
        <Button type="submit" loading={form.busy}>
          {t('Profile.password.submit')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('General.Cancel')}
        </Button>
      </Flex>
    </form>
  );
}

/** Four bars and a word under a password that is being chosen. */
function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  if (password === '') return null;
  const strength = estimateStrength(password);
  const level = strengths.indexOf(strength) + 1;
  return (
    <div className={classes.meter} data-strength={strength}>
      <span aria-hidden="true" className={classes.bars}>
        {strengths.map((name, index) => (
          <span key={name} data-lit={index < level || undefined} />
        ))}
      </span>
      <span role="status">
        <VisuallyHidden>{t('Profile.password.strength')}: </VisuallyHidden>
        {t(`Profile.password.strengths.${strength}`)}
      </span>
    </div>
  );
}
