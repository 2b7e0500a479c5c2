import type { Account } from '@botscope/contract';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../../../../platform/i18n/i18n.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';

const TelegramSection = lazy(
  withTexts(['TelegramLogin'], async () => ({
    default: (await import('../../../../telegram-login/public/telegram-section.tsx')).TelegramSection,
  })),
);

/** Ways to sign in: address, password, Telegram. */
export function SignInTab({ user, emailCode }: { user: Account; emailCode: string | undefined }) {
  const { telegram_login } = useSession();
  return (
    <>
      <EmailSection user={user} code={emailCode} />
      <PasswordSection user={user} />
      {(telegram_login !== null || user.tid !== null) && (
        <Suspense>
          <TelegramSection />
        </Suspense>
      )}
    </>
  );
}
