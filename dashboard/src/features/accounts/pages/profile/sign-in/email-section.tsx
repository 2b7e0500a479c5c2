import { type Account, api } from '@botscope/contract';
import { Button, Flex, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../../../../platform/api/call.ts';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { CodeField, EmailField } from '../../../../../ui/contact-fields.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { MailNotice } from '../../../../../ui/mail-notice.tsx';
import { ResendButton } from '../../../../../ui/resend-button.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { useContractForm } from '../../../../../ui/use-contract-form.ts';
import { keepUser } from '../../../public/account-data.ts';
import forms from '../../../public/profile-forms.module.css';
import { ProofField } from '../../../public/proof/proof-field.tsx';
import { useProofForm } from '../../../public/proof/use-proof-form.ts';

type Step = { at: 'rest'; back?: true } | { at: 'address' } | { at: 'code'; sent: EmailRequest | null };

/** Sets or changes the email: a new address, then the code that was sent there. `code`: of a mail's link. */
export function EmailSection({ user, code }: { user: Account; code: string | undefined }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>(code === undefined ? { at: 'rest' } : { at: 'code', sent: null });
  const rest = () => setStep({ at: 'rest', back: true });
  const hasNoEmail = user.email === null;
  return (
    <Section title={t('Profile.email.title')}>
      {hasNoEmail ? (
        <p>{t('Profile.email.none')}</p>
      ) : (
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {user.email}
        </Text>
      )}
      {step.at === 'rest' && (
        <Button
          variant={hasNoEmail ? 'filled' : 'default'}
          // Coming back from the form, the focus must not be lost with it.
          autoFocus={step.back}
          onClick={() => setStep({ at: 'address' })}
        >
          {t(hasNoEmail ? 'Profile.email.set' : 'Profile.email.change')}
        </Button>
      )}
      {step.at === 'address' && (
        <EmailForm user={user} onSent={(request) => setStep({ at: 'code', sent: request })} onClose={rest} />
      )}
      {step.at === 'code' && (
        <EmailCodeForm code={code ?? ''} sent={step.sent} onOther={() => setStep({ at: 'address' })} onDone={rest} />
      )}
    </Section>
  );
}

interface EmailCodeFormProps {
  /** From a mail's link; '' otherwise. */
  code: string;
  /** Null where the mail's link was opened: the page does not know the address then. */
  sent: EmailRequest | null;
  onOther(): void;
  onDone(): void;
}

function EmailCodeForm({ code, sent, onOther, onDone }: EmailCodeFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.emailCode.query,
    initialValues: { code },
    places: { InvalidCode: 'code' },
    send: async (query) => {
      const { user } = await call(api.emailCode, { query });
      keepUser(user);
      showDone(t('Profile.email.done', { email: user.email ?? '' }));
      onDone();
      await navigate({
        to: '/profile',
        search: (oldSearch) => ({ ...oldSearch, tab: 'sign-in', email_code: undefined }),
        replace: true,
      });
    },
  });
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      {sent && (
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {t('Profile.email.sentTo', { email: sent.email })}
        </Text>
      )}
      {sent && <MailNotice />}
      <FormFailure code={failure} />
      <CodeField autoFocus key={form.key('code')} {...form.getInputProps('code')} />
      <Flex gap={8} wrap="wrap">
        <Button type="submit" loading={busy}>
          {t('Profile.email.confirm')}
        </Button>
        <Button variant="default" onClick={onOther}>
          {t('Profile.email.other')}
        </Button>
      </Flex>
      {sent?.again && (
        <div>
          <ResendButton send={sent.again} waitFirst />
        </div>
      )}
    </form>
  );
}

/** A change of address that waits for its code. */
interface EmailRequest {
  email: string;
  /** Sends another code; null where the proof was good for one time only. */
  again: (() => Promise<void>) | null;
}

interface EmailFormProps {
  user: Account;
  onSent(request: EmailRequest): void;
  onClose(): void;
}

function EmailForm({ user, onSent, onClose }: EmailFormProps) {
  const { t } = useTranslation();
  const form = useProofForm({
    extra: { email: '' },
    rules: { email: z.string().check(z.trim(), z.maxLength(254), z.email()) },
    // The first address protects nothing yet.
    proven: user.email === null,
    places: { EmailAlready: 'email', EmailAddressAlready: 'email', InvalidEmail: 'email' },
    send: async (query, body) => {
      const { email } = await call(api.setEmail, { query, body });
      const resend = async () => void (await call(api.setEmail, { query, body }));
      onSent({ email, again: body.code || body.email_code ? null : resend });
    },
  });
  const { getInputProps, key } = form.form;
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormFailure code={form.failure} />
      <EmailField label={t('Profile.email.new')} autoFocus key={key('email')} {...getInputProps('email')} />
      {user.email !== null && <ProofField proof={form.proof} />}
      <Flex gap={8} wrap="wrap">
        <Button type="submit" loading={form.busy}>
          {t('Profile.email.sendCode')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('General.Cancel')}
        </Button>
      </Flex>
    </form>
  );
}
