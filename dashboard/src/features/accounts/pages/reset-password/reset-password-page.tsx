import { api } from '@botscope/contract';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { CodeField, EmailField } from '../../../../ui/contact-fields.tsx';
import fields from '../../../../ui/form.module.css';
import { MailNotice } from '../../../../ui/mail-notice.tsx';
import { NewPasswordField } from '../../../../ui/password-field.tsx';
import { ResendButton } from '../../../../ui/resend-button.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';
import { withoutCode } from '../../search.ts';

/** Restores access: the mailed code and a new password. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/visitors/reset-password' });
  const { state } = useLocation();
  const knownEmail = state.email ?? search.email ?? '';
  const [byLink, setByLink] = useState(search.code !== undefined && knownEmail !== '');
  const contract = useContractForm({
    schema: api.resetPassword.body,
    initialValues: { email: knownEmail, code: search.code ?? '', password: '' },
    places: { InvalidCode: 'code', userNotFound: 'email', InvalidPassword: 'password' },
    send: async (values) => {
      await call(api.resetPassword, { body: values });
      showDone(t('Auth.reset.done'));
      await navigate({ to: '/signin', search: withoutCode, state: true });
    },
  });
  const { form } = contract;
  // The code or email of the link was refused: now it may be typed.
  if (byLink && (form.errors.code || form.errors.email)) setByLink(false);
  const resend = async () => {
    await call(api.requestPasswordReset, { body: { email: form.getValues().email } });
  };
  return (
    <VisitorForm
      title={t('Auth.reset.title')}
      text={byLink ? t('Auth.reset.byLink', { email: knownEmail }) : t('Auth.reset.text')}
      contract={contract}
      submitText={t('Auth.reset.submit')}
      notice={!byLink && <MailNotice />}
      below={
        <>
          <ResendButton send={resend} waitFirst={state.email !== undefined} />
          <TextLink to="/signin" search={withoutCode}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      <div hidden={byLink} className={byLink ? undefined : fields.fields}>
        <EmailField
          autoComplete="username"
          autoFocus={knownEmail === ''}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <CodeField
          autoFocus={knownEmail !== '' && !byLink}
          key={form.key('code')}
          {...form.getInputProps('code')}
          {...(search.code && { defaultValue: '' })}
        />
      </div>
      <NewPasswordField
        label={t('Auth.newPassword')}
        autoFocus={byLink}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </VisitorForm>
  );
}
