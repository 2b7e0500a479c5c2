import type { Bot } from '@botscope/contract';
import { may } from '../../../platform/session/bot-data.ts';
import { EraseSection } from './erase-section.tsx';
import { ErasuresSection } from './erasures-section.tsx';
import { PolicySection } from './policy-section.tsx';

/** Privacy policy that says what is stored, and deletion of data on request: what owners owe the users of a bot. */
export function PrivacyTab({ bot }: { bot: Bot }) {
  return (
    <>
      <PolicySection bot={bot} />
      {may(bot, 'section.users.erase') && (
        <>
          <EraseSection bot={bot} />
          <ErasuresSection bot={bot} />
        </>
      )}
    </>
  );
}
