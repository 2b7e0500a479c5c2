import { type Bot, type Campaign, listVersions, type SentMessages } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { Dim } from '../../../../../ui/words.tsx';
import {
  actOnMessages,
  newMembersQuery,
  sendToNewMembers,
  sentMessagesQuery,
} from '../../../data/sent-messages-data.ts';
import { maySend, mayStop } from '../list-actions.ts';
import { JobList } from './job-list.tsx';

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));

const acts = ['edit', 'pin', 'unpin', 'delete'] as const;
type Act = (typeof acts)[number];

/** The messages that recipients have: what can be done with them, and what was. */
export function SentSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Act | null>(null);
  const { data } = useQuery(sentMessagesQuery(bot.key, campaign.campaign_id));
  if (data === undefined) return null;
  const isSent = ['Done', 'Cancel', 'Error'].includes(campaign.status);
  const isIdle = isSent && !data.jobs.some(({ status }) => status === 'Running');
  const offered = acts.filter(
    (act) =>
      (act === 'delete' ? data.deletable : data.editable) > 0 &&
      (act === 'delete' ? mayStop : maySend)(bot, campaign) &&
      // One text would replace all versions.
      (act !== 'edit' || listVersions(campaign).length === 1),
  );
  const close = () => setOpen(null);
  return (
    <Section title={t('SentMessages.title')}>
      <Counts messages={data} />
      {isSent && offered.length > 0 && (
        <Flex gap={8} wrap="wrap" mt={12}>
          {offered.map((act) => (
            <Button key={act} size="compact-sm" variant="default" disabled={!isIdle} onClick={() => setOpen(act)}>
              {t(`SentMessages.actions.${act}`)}
            </Button>
          ))}
        </Flex>
      )}
      {campaign.status === 'Done' && campaign.audience.kind !== 'ids' && <NewMembers bot={bot} campaign={campaign} />}
      <JobList
        bot={bot}
        campaign={campaign}
        jobs={data.jobs}
        mayStop={mayStop(bot, campaign)}
        mayResume={maySend(bot, campaign)}
      />
      {open === 'edit' && (
        <Suspense>
          <EditDialog bot={bot} campaign={campaign} users={data.editable} onClose={close} />
        </Suspense>
      )}
      {open !== null && open !== 'edit' && (
        <ConfirmAct bot={bot} campaign={campaign} act={open} messages={data} onClose={close} />
      )}
    </Section>
  );
}

function Counts({ messages: { editable, deletable, deletable_until: until, deleted } }: { messages: SentMessages }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {(editable > 0 || deleted === 0) && (
        <p>{t('SentMessages.have', { count: editable, number: format.number(editable) })}</p>
      )}
      {editable > 0 && (
        <Dim>
          {deletable > 0 && until !== null
            ? t('SentMessages.deletable', {
                count: deletable,
                number: format.number(deletable),
                until: format.moment(until),
              })
            : t('SentMessages.notDeletable')}
        </Dim>
      )}
      {deleted > 0 && <Dim> {t('SentMessages.deleted', { count: deleted, number: format.number(deleted) })}</Dim>}
    </>
  );
}

interface ConfirmActProps {
  bot: Bot;
  campaign: Campaign;
  act: 'delete' | 'pin' | 'unpin';
  messages: SentMessages;
  onClose(): void;
}

/** Says how many chats change before anything does. */
function ConfirmAct({ bot, campaign, act, messages: { editable, deletable }, onClose }: ConfirmActProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(async () => {
    await actOnMessages(bot.key, campaign.campaign_id, { is: act });
    onClose();
  });
  const count = act === 'delete' ? deletable : editable;
  const counts = { count, number: format.number(count) };
  const older = editable - deletable;
  return (
    <Dialog title={t(`SentMessages.${act}.title`)} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t(`SentMessages.${act}.text`, counts)}</p>
        {act === 'delete' && older > 0 && (
          <p>{t('SentMessages.delete.older', { count: older, number: format.number(older) })}</p>
        )}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color={act === 'delete' ? 'red' : undefined} loading={busy} onClick={() => void run()}>
            {act === 'delete' ? t('SentMessages.delete.button', counts) : t(`SentMessages.${act}.button`)}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}

/** Users who have joined the audience since the campaign was sent, and the button that sends it to them too. */
function NewMembers({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = maySend(bot, campaign);
  const { data } = useQuery({ ...newMembersQuery(bot.key, campaign.campaign_id), enabled: isAllowed });
  const { busy, run } = useAction(async () => {
    await sendToNewMembers(bot.key, campaign.campaign_id);
    setOpen(false);
  });
  const count = data?.users ?? 0;
  if (!isAllowed || count === 0) return null;
  const counts = { count, number: format.number(count) };
  return (
    <Flex direction="column" mt={12}>
      <Notice tone="info">
        {t('SentMessages.newMembers.text', counts)}
        <Flex mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('SentMessages.newMembers.button')}
          </Button>
        </Flex>
      </Notice>
      {isOpen && (
        <Dialog title={t('SentMessages.newMembers.title')} onClose={() => setOpen(false)}>
          <div className={dialogClasses.body}>
            <p>{t('SentMessages.newMembers.question', counts)}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
                {t('General.Cancel')}
              </Button>
              <Button loading={busy} onClick={() => void run()}>
                {t('SentMessages.newMembers.send', counts)}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </Flex>
  );
}
