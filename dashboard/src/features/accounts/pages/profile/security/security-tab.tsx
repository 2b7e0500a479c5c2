import type { Account } from '@botscope/contract';
import { PasskeysSection } from './passkeys-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** Protection of the account: second factor, passkeys, sessions. */
export function SecurityTab({ user }: { user: Account }) {
  return (
    <>
      <TotpSection user={user} />
      <PasskeysSection />
      <SessionsSection />
    </>
  );
}
