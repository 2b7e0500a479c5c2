import { api } from '@botscope/contract';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refreshInit } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { goOn } from '../../../../platform/session/visit.ts';
import { CodeField, EmailField } from '../../../../ui/contact-fields.tsx';
import { MailNotice } from '../../../../ui/mail-notice.tsx';
import { ResendButton } from '../../../../ui/resend-button.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';
import { withoutCode } from '../../search.ts';

/** The code from the mail makes the account usable. The page before says which address; a mail's link brings both. */
export function ActivationPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ from: '/visitors/activation' });
  const { state } = useLocation();
  const knownEmail = state.email ?? search.email;
  const [byLink, setByLink] = useState(search.code !== undefined && Boolean(knownEmail));
  const contract = useContractForm({
    schema: api.activation.body,
    initialValues: { email: knownEmail ?? '', code: search.code ?? '' },
    places: { InvalidCode: 'code', userNotFound: 'email' },
    send: async (values) => {
      const answer = await call(api.activation, { body: values });
      const { user } = await refreshInit();
      if (user || answer.second_factor !== null) return goOn(router, answer);
      showDone(t('Auth.activation.done'));
      await navigate({ to: '/signin', search: withoutCode, state: true });
    },
  });
  const { form } = contract;
  // The code or email of the link was refused: now it may be typed.
  if (byLink && (form.errors.code || form.errors.email)) setByLink(false);
  const resend = async () => {
    await call(api.sendActivation, { body: { email: form.getValues().email } });
  };
  return (
    <VisitorForm
      title={t('Auth.activation.title')}
      text={t(byLink ? 'Auth.activation.byLink' : knownEmail ? 'Auth.activation.text' : 'Auth.activation.textNoEmail', {
        email: knownEmail,
      })}
      contract={contract}
      submitText={t('Auth.activation.submit')}
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
      {!knownEmail && <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />}
      {!byLink && (
        <CodeField
          autoFocus={Boolean(knownEmail)}
          key={form.key('code')}
          {...form.getInputProps('code')}
          {...(search.code && { defaultValue: '' })}
        />
      )}
    </VisitorForm>
  );
}
