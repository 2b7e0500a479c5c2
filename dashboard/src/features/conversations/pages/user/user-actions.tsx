import { type Bot, userExportPath } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { DropFile, DropItem, DropLine, DropMenu } from '../../../../ui/drop-menu.tsx';
import panel from '../../../../ui/popover-panel.module.css';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { EraseDialog } from '../../../erasures/public/erase-dialog.tsx';
import { requestComposer } from '../../../messages/public/focus-request.ts';
import { releaseChat, takeOver, takeoverQuery } from '../../../takeover/public/takeover-data.ts';
import { mailingQuery, setExcluded, subscribeAgain, unsubscriptionQuery } from '../../data/mailing-data.ts';

const UnsubscribeDialog = lazy(
  withTexts(['Subscription'], async () => ({
    default: (await import('./unsubscribe-dialog.tsx')).UnsubscribeDialog,
  })),
);

/** Menu of the actions on a user that the account may take; renders nothing if it may take none. */
export function UserActions({ bot, userId, isRead }: { bot: Bot; userId: number; isRead: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isErasing, setErasing] = useState(false);
  const [dialog, setDialog] = useState<'subscribe' | 'unsubscribe' | null>(null);
  const mayWrite = may(bot, 'section.users.messages.send');
  const mayExport = may(bot, 'section.users.export') && may(bot, 'section.users.list');
  const mayErase = may(bot, 'section.users.erase');
  if (!mayWrite && !mayExport && !mayErase) return null;
  return (
    <>
      <DropMenu
        label={t('Conversation.actions.label')}
        buttonClass={panel.button ?? ''}
        button={
          <>
            {t('Conversation.actions.label')}
            <IconDots size={16} stroke={1.6} aria-hidden />
          </>
        }
      >
        {mayWrite && isRead && <WritingActions bot={bot} userId={userId} onAsk={setDialog} />}
        {mayExport && <DropFile href={userExportPath(bot.key, userId)}>{t('Conversation.actions.export')}</DropFile>}
        {mayErase && (
          <>
            {(mayWrite || mayExport) && <DropLine />}
            <DropItem danger onChoose={() => setErasing(true)}>
              {t('Conversation.actions.erase')}
            </DropItem>
          </>
        )}
      </DropMenu>
      {dialog === 'subscribe' && <SubscribeDialog botKey={bot.key} userId={userId} onClose={() => setDialog(null)} />}
      {dialog === 'unsubscribe' && (
        <Suspense fallback={null}>
          <UnsubscribeDialog botKey={bot.key} userId={userId} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {isErasing && (
        <EraseDialog
          botKey={bot.key}
          userIds={[userId]}
          onClose={() => setErasing(false)}
          onDone={() => void navigate({ to: '/users' })}
        />
      )}
    </>
  );
}

/** Actions for accounts that may write to the user. */
function WritingActions({
  bot,
  userId,
  onAsk,
}: {
  bot: Bot;
  userId: number;
  onAsk(what: 'subscribe' | 'unsubscribe'): void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = { key: bot.key, userId };
  const current = useQuery(takeoverQuery(bot.key, userId)).data?.current;
  const exclusion = useQuery(mailingQuery(user)).data?.exclusion;
  const unsubscription = useQuery(unsubscriptionQuery(user)).data?.unsubscription;
  const write = () => {
    requestComposer(bot.key, userId);
    void navigate({ to: '.', search: (search) => ({ ...search, tab: undefined }) });
  };
  const runAndNotify = (text: string, action: Promise<void>) => action.then(() => showDone(text)).catch(showError);
  const exclude = async (isExcluded: boolean) => {
    await setExcluded(user, isExcluded);
    showUndo({
      id: `mailings-${userId}`,
      text: t(isExcluded ? 'Conversation.actions.excluded' : 'Conversation.actions.included'),
      label: t('Conversation.actions.undo'),
      onUndo: () => setExcluded(user, !isExcluded).catch(showError),
    });
  };
  return (
    <>
      {may(bot, 'section.users.chat.view') && <DropItem onChoose={write}>{t('Conversation.actions.write')}</DropItem>}
      {current?.is_mine && (
        <DropItem onChoose={() => void runAndNotify(t('Conversation.actions.released'), releaseChat(bot.key, userId))}>
          {t('Conversation.actions.release')}
        </DropItem>
      )}
      {/* The chat of a colleague is taken over below the conversation, where a question is asked before. */}
      {(current === null || current?.owner === null) && (
        <DropItem
          onChoose={() =>
            void runAndNotify(t('Conversation.actions.taken'), takeOver(bot.key, userId, current !== null))
          }
        >
          {t('Conversation.actions.takeOver')}
        </DropItem>
      )}
      {exclusion !== undefined && (
        <DropItem onChoose={() => void exclude(exclusion === null).catch(showError)}>
          {t(exclusion === null ? 'Conversation.actions.exclude' : 'Conversation.actions.include')}
        </DropItem>
      )}
      {unsubscription !== undefined && (
        <DropItem onChoose={() => onAsk('unsubscribe')}>
          {t(`Conversation.actions.${unsubscription === null ? 'unsubscribe' : 'whyUnsubscribed'}`)}
        </DropItem>
      )}
      {unsubscription && <DropItem onChoose={() => onAsk('subscribe')}>{t('Conversation.actions.subscribe')}</DropItem>}
    </>
  );
}

interface SubscribeDialogProps {
  botKey: string;
  userId: number;
  onClose(): void;
}

/** A user has unsubscribed themselves: only their own wish is a reason to undo it. */
function SubscribeDialog({ botKey, userId, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation();
  const { busy, run } = useAction(async () => {
    await subscribeAgain({ key: botKey, userId });
    showDone(t('Conversation.actions.included'));
    onClose();
  });
  return (
    <Dialog title={t('Conversation.subscribe.title')} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t('Conversation.subscribe.text')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button loading={busy} onClick={() => void run()}>
            {t('Conversation.subscribe.button')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
