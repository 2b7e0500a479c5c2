import { type Account, api } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { call } from '../../../../../platform/api/call.ts';
import { EmailField } from '../../../../../ui/contact-fields.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import forms from '../../../public/profile-forms.module.css';
import { ProofField } from '../../../public/proof/proof-field.tsx';
import { useProofForm } from '../../../public/proof/use-proof-form.ts';

/** A change of address that waits for its code. */
export interface EmailRequest {
  email: string;
  /** Sends another code; null where the proof was good for one time only. */
  again: (() => Promise<void>) | null;
}

interface EmailFormProps {
  user: Account;
  onSent(request: EmailRequest): void;
  onClose(): void;
}

export function EmailForm({ user, onSent, onClose }: EmailFormProps) {
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
