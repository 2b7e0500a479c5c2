import { api } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { showDone } from '../../shell/refusals.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { MailNotice } from '../../ui/mail-notice.tsx';
import { NewPasswordField } from '../../ui/password-field.tsx';
import { ResendButton } from '../../ui/resend-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorCard } from '../../ui/visitor-card.tsx';

/** Restores access: the mailed code and a new password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/visitors/reset-password' });
  const { state } = useLocation();
  const known = state.email ?? search.email ?? '';
  const { form, busy, failure, submit } = useContractForm({
    schema: api.resetPassword.body,
    initialValues: { email: known, code: search.code ?? '', password: '' },
    places: { InvalidCode: 'code', userNotFound: 'email', InvalidPassword: 'password' },
    send: async (values) => {
      await call(api.resetPassword, { body: values });
      showDone(t('Auth.reset.done'));
      await navigate({ to: '/signin', search: ({ lang, bot }) => ({ lang, bot }) });
    },
  });
  const resend = async () => {
    await call(api.requestPasswordReset, { body: { email: form.getValues().email } });
  };
  return (
    <VisitorCard
      title={t('Auth.reset.title')}
      text={t('Auth.reset.text')}
      below={
        <>
          <ResendButton send={resend} waitFirst={state.email !== undefined} />
          <TextLink to="/signin" search={({ lang, bot }) => ({ lang, bot })}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      <form className={fields.fields} onSubmit={submit} noValidate>
        <MailNotice />
        <FormFailure code={failure} />
        <TextInput
          label={t('Auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus={known === ''}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t('Auth.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus={known !== ''}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <NewPasswordField
          label={t('Auth.newPassword')}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('Auth.reset.submit')}
        </Button>
      </form>
    </VisitorCard>
  );
}
