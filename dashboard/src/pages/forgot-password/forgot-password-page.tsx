import { api } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorCard } from '../../ui/visitor-card.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.requestPasswordReset.body,
    initialValues: { email: '' },
    places: { userNotFound: 'email', InvalidEmail: 'email' },
    send: async (values) => {
      await call(api.requestPasswordReset, { body: values });
      await navigate({ to: '/reset-password', search: true, state: { email: values.email } });
    },
  });
  return (
    <VisitorCard
      title={t('Auth.forgot.title')}
      text={t('Auth.forgot.text')}
      below={
        <>
          <TextLink to="/reset-password" search={true}>
            {t('Auth.forgot.haveCode')}
          </TextLink>
          <TextLink to="/signin" search={true}>
            {t('Auth.toSignin')}
          </TextLink>
        </>
      }
    >
      <form className={fields.fields} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <TextInput
          label={t('Auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('Auth.forgot.submit')}
        </Button>
      </form>
    </VisitorCard>
  );
}
