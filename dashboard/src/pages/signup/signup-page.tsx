import { api } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { useLanguage } from '../../shell/language.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { NewPasswordField } from '../../ui/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorCard } from '../../ui/visitor-card.tsx';
import classes from './signup-page.module.css';

export function SignupPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const zone = browserTimeZone();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.signup.body,
    initialValues: { email: '', password: '' },
    places: { EmailAddressAlready: 'email', EmailAlready: 'email', InvalidEmail: 'email' },
    send: async (values) => {
      const { email } = await call(api.signup, { body: { ...values, lang: language, time_zone: zone } });
      await navigate({ to: '/activation', search: true, state: { email } });
    },
  });
  return (
    <VisitorCard
      title={t('Auth.signup.title')}
      text={t('Auth.signup.text')}
      below={
        <span>
          {t('Auth.signup.haveAccount')}{' '}
          <TextLink to="/signin" search={true}>
            {t('Auth.signin.submit')}
          </TextLink>
        </span>
      }
    >
      <form className={fields.fields} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <TextInput
          label={t('Auth.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NewPasswordField label={t('Auth.password')} key={form.key('password')} {...form.getInputProps('password')} />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('Auth.signup.submit')}
        </Button>
        <p className={classes.zone}>{t('Auth.signup.zone', { zone: zone.replaceAll('_', ' ') })}</p>
      </form>
    </VisitorCard>
  );
}
