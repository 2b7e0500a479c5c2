import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { connectionQuery } from '../../public/connection-data.ts';
import { LeftToDo } from './left-to-do.tsx';
import { needsPasting } from './needs-pasting.ts';
import { ResultHead } from './result-head.tsx';
import { WhereToGo } from './where-to-go.tsx';

/** Shows the outcome, what is left to paste, the wait for the first update, and where to go next. */
export function StepResult({ botKey, onAnother }: { botKey: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const bot = useSession().bots[botKey];
  useBotLive(botKey);
  const name = bot?.bot_name ?? '';
  const byApi = bot === undefined || bot.connection_type === 'api';
  const { data: connection, isPending } = useQuery({ ...connectionQuery(botKey), enabled: !byApi });
  const text = () => {
    if (bot?.status) return t('AddBot.result.connectedText');
    if (byApi || !connection) return t('AddBot.result.pendingText');
    return t(needsPasting(connection) ? 'AddBot.result.lastStep' : 'AddBot.result.allDone');
  };
  return (
    <>
      <ResultHead
        connected={bot?.status === true}
        title={t(bot?.status ? 'AddBot.result.connected' : 'AddBot.result.pending', { name })}
        text={text()}
      />
      {!byApi && <LeftToDo bot={bot} connection={connection} isPending={isPending} />}
      <WhereToGo botKey={botKey} onAnother={onAnother} />
    </>
  );
}
