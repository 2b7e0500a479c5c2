import { api } from '@botscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { EmailField } from '../../../../ui/contact-fields.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { useEmailBefore, withEmail } from '../../../../ui/visitor-email.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const email = useEmailBefore() ?? '';
  const contract = useContractForm({
    schema: api.requestPasswordReset.body,
    initialValues: { email },
    places: { userNotFound: 'email', InvalidEmail: 'email' },
    send: async (values) => {
      await call(api.requestPasswordReset, { body: values });
      await navigate({
        to: '/reset-password',
        search: true,
        state: (oldState) => ({ ...oldState, email: values.email }),
      });
    },
  });
  const { form } = contract;
  return (
    <VisitorForm
      title={t('Auth.forgot.title')}
      text={t('Auth.forgot.text')}
      contract={contract}
      submitText={t('Auth.forgot.submit')}
      below={
        <>
          <TextLink to="/reset-password" search={true}>
            {t('Auth.forgot.haveCode')}
          </TextLink>
          <TextLink to="/signin" search={true} state={withEmail(() => form.getValues().email)}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      <EmailField autoComplete="username" autoFocus key={form.key('email')} {...form.getInputProps('email')} />
    </VisitorForm>
  );
}
