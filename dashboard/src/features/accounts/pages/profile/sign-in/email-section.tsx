import type { Account } from '@botscope/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { EmailCodeForm } from './email-code-form.tsx';
import { EmailForm, type EmailRequest } from './email-form.tsx';

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
