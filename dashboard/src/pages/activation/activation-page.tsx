import { api } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, refreshInit } from '../../api/call.ts';
import { showDone } from '../../shell/refusals.ts';
import { enter } from '../../shell/visit.ts';
import fields from '../../ui/form.module.css';
import { FormFailure } from '../../ui/form-failure.tsx';
import { MailNotice } from '../../ui/mail-notice.tsx';
import { ResendButton } from '../../ui/resend-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { VisitorCard } from '../../ui/visitor-card.tsx';

/** The code from the mail makes the account usable. The page before says which address; a mail's link brings both. */
export function ActivationPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ from: '/visitors/activation' });
  const { state } = useLocation();
  const known = state.email ?? search.email;
  const { form, busy, failure, submit } = useContractForm({
    schema: api.activation.query,
    initialValues: { email: known ?? '', code: search.code ?? '' },
    places: { InvalidCode: 'code', userNotFound: 'email' },
    send: async (values) => {
      await call(api.activation, { query: values });
      const { user } = await refreshInit();
      if (user) return enter(router);
      showDone(t('Auth.activation.done'));
      await navigate({ to: '/signin', search: ({ lang, bot }) => ({ lang, bot }) });
    },
  });
  const resend = async () => {
    await call(api.sendActivation, { body: { email: form.getValues().email } });
  };
  return (
    <VisitorCard
      title={t('Auth.activation.title')}
      text={known ? t('Auth.activation.text', { email: known }) : t('Auth.activation.textNoEmail')}
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
        {!known && (
          <TextInput
            label={t('Auth.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
        )}
        <TextInput
          label={t('Auth.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus={Boolean(known)}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t('Auth.activation.submit')}
        </Button>
      </form>
    </VisitorCard>
  );
}
