import type { Bot } from '@botscope/contract';
import { queryClient } from '../../../platform/api/call.ts';
import { TakeoverBar } from '../../takeover/public/takeover-bar.tsx';
import { Composer } from './composer.tsx';
import classes from './editor/composer.module.css';
import { writtenQuery } from './messages-data.ts';
import { setReply, useReply } from './reply-store.ts';

/** Area below the conversation with a user: who answers the chat, what is on its way, and the field. */
export function UserComposer({ bot, userId }: { bot: Bot; userId: number }) {
  const to = { botKey: bot.key, userId };
  const reply = useReply(bot.key, userId);
  return (
    <div className={classes.composer}>
      <TakeoverBar {...to} />
      <Composer
        {...to}
        replyTo={reply}
        onCancelReply={() => setReply(bot.key, userId, null)}
        onSent={() => void queryClient.invalidateQueries({ queryKey: writtenQuery(to).queryKey })}
      />
    </div>
  );
}
