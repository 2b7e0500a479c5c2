import { type Bot, type Campaign, listVersions, type SentMessages } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Section } from '../../../../../ui/section.tsx';
import { Dim } from '../../../../../ui/words.tsx';
import { sentMessagesQuery } from '../../../data/sent-messages-data.ts';
import { maySend, mayStop } from '../list-actions.ts';
import { ConfirmAct } from './confirm-act.tsx';
import { JobList } from './job-list.tsx';
import { NewMembers } from './new-members.tsx';

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
