import { api } from '@botscope/contract';
import { Button, Flex, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../../platform/api/call.ts';
import { showDone } from '../../../../../platform/errors/error-mapping.ts';
import { CodeField } from '../../../../../ui/contact-fields.tsx';
import { FormFailure } from '../../../../../ui/form-failure.tsx';
import { MailNotice } from '../../../../../ui/mail-notice.tsx';
import { ResendButton } from '../../../../../ui/resend-button.tsx';
import { useContractForm } from '../../../../../ui/use-contract-form.ts';
import { keepUser } from '../../../public/account-data.ts';
import forms from '../../../public/profile-forms.module.css';
import type { EmailRequest } from './email-form.tsx';

interface EmailCodeFormProps {
  /** From a mail's link; '' otherwise. */
  code: string;
  /** Null where the mail's link was opened: the page does not know the address then. */
  sent: EmailRequest | null;
  onOther(): void;
  onDone(): void;
}

export function EmailCodeForm({ code, sent, onOther, onDone }: EmailCodeFormProps) {
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
