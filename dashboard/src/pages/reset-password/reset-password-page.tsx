import { api } from '@botscope/contract';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { showDone } from '../../shell/refusals.ts';
import { withoutCode } from '../../shell/search.ts';
import { CodeField, EmailField } from '../../ui/contact-fields.tsx';
import { MailNotice } from '../../ui/mail-notice.tsx';
import { NewPasswordField } from '../../ui/password-field.tsx';
import { ResendButton } from '../../ui/resend-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorForm } from '../../ui/visitor-form.tsx';

/** Restores access: the mailed code and a new password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/visitors/reset-password' });
  const { state } = useLocation();
  const known = state.email ?? search.email ?? '';
  const contract = useContractForm({
    schema: api.resetPassword.body,
    initialValues: { email: known, code: search.code ?? '', password: '' },
    places: { InvalidCode: 'code', userNotFound: 'email', InvalidPassword: 'password' },
    send: async (values) => {
      await call(api.resetPassword, { body: values });
      showDone(t('Auth.reset.done'));
      await navigate({ to: '/signin', search: withoutCode, state: true });
    },
  });
  const { form } = contract;
  const resend = async () => {
    await call(api.requestPasswordReset, { body: { email: form.getValues().email } });
  };
  return (
    <VisitorForm
      title={t('Auth.reset.title')}
      text={t('Auth.reset.text')}
      contract={contract}
      submitText={t('Auth.reset.submit')}
      notice={<MailNotice />}
      below={
        <>
          <ResendButton send={resend} waitFirst={state.email !== undefined} />
          <TextLink to="/signin" search={withoutCode}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      <EmailField
        autoComplete="username"
        autoFocus={known === ''}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <CodeField autoFocus={known !== ''} key={form.key('code')} {...form.getInputProps('code')} />
      <NewPasswordField label={t('Auth.newPassword')} key={form.key('password')} {...form.getInputProps('password')} />
    </VisitorForm>
  );
}
