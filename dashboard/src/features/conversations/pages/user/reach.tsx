import type { ChatState, UserHead } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';
import { Under } from '../../../../ui/words.tsx';

type Reach = Pick<UserHead, 'status' | 'chat'>;

/** A chat in which nothing has happened since may be that of a user who has left. */
const shownState = ({ status, chat }: Reach): ChatState => (status === 'left' && chat === 'open' ? 'blocked' : chat);

/** Whether the bot can write to a user, and why not. */
export function ReachFact({ head }: { head: Reach }) {
  const { t } = useTranslation();
  const state = shownState(head);
  return (
    <>
      {t(`Conversation.reach.states.${state}`)}
      {state !== 'open' && <Under>{t(`Conversation.reach.why.${state}`)}</Under>}
    </>
  );
}

/** Says above the field for a message that it will not arrive, and when it may all the same. */
export function ReachNotice({ head }: { head: Reach }) {
  const { t } = useTranslation();
  const state = shownState(head);
  if (state === 'open') return null;
  return (
    <Notice tone="warn">
      <span role="status">
        {t(`Conversation.reach.why.${state}`)} {t(`Conversation.reach.unless.${state}`)}
      </span>
    </Notice>
  );
}
