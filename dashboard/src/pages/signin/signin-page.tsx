import { api } from '@botscope/contract';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useDemo } from '../../shell/demo.ts';
import { useSession } from '../../shell/session.ts';
import { enter } from '../../shell/visit.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import classes from '../../ui/visitor-card.module.css';
import { VisitorCard } from '../../ui/visitor-card.tsx';

export function SigninPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { fresh } = useSession();
  const demo = useDemo();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.login.body,
    initialValues: { identity: '', password: '', rememberMe: false },
    places: { userNotFound: 'identity', InvalidPassword: 'password' },
    send: async (values) => {
      try {
        await call(api.login, { body: values });
      } catch (error) {
        if (codeOf(error) !== 'need_activate') throw error;
        await navigate({ to: '/activation', search: true, state: { email: values.identity } });
        return;
      }
      await enter(router);
    },
  });
  return (
    <VisitorCard
      title={t('Auth.signin.title')}
      text={t('Auth.signin.text')}
      below={
        <>
          {!fresh && (
            <span>
              {t('Auth.signin.noAccount')}{' '}
              <TextLink to="/signup" search={true}>
                {t('Auth.signin.signup')}
              </TextLink>
            </span>
          )}
          {demo.available && (
            <span className={classes.demo}>
              <Button variant="default" size="sm" onClick={demo.start}>
                {t('Auth.demo')}
              </Button>
              <span>{t('Auth.demoHint')}</span>
            </span>
          )}
        </>
      }
    >
      <form className={fields.fields} onSubmit={submit} noValidate>
        {fresh && (
          <Notice tone="good">
            {t('Auth.signin.fresh')}{' '}
            <TextLink to="/signup" search={true}>
              {t('Auth.signin.freshSubmit')}
            </TextLink>
          </Notice>
        )}
        <FormFailure code={failure} />
        <TextInput
          label={t('Auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus
          key={form.key('identity')}
          {...form.getInputProps('identity')}
        />
        <PasswordInput
          label={t('Auth.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Auth.showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <div className={fields.row}>
          <Checkbox
            label={t('Auth.signin.remember')}
            size="sm"
            key={form.key('rememberMe')}
            {...form.getInputProps('rememberMe', { type: 'checkbox' })}
          />
          <TextLink to="/forgot-password" search={true}>
            {t('Auth.signin.forgot')}
          </TextLink>
        </div>
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('Auth.signin.submit')}
        </Button>
      </form>
    </VisitorCard>
  );
}
