import type { Bot } from '@botscope/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { useSession } from '../../../platform/session/session.ts';
import { NotFoundPage } from '../../../ui/not-found-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { uploadsQuery } from '../public/upload-data.ts';
import { FileChoice } from './file-choice.tsx';
import { UploadHistory } from './upload-history.tsx';
import { UploadStage } from './upload-stage.tsx';

export function UploadPage() {
  const { key } = useParams({ from: '/layout/bot_upload/$key' });
  const bot = useSession().bots[key];
  return bot && may(bot, 'storage.upload') ? <BotUpload key={key} bot={bot} /> : <NotFoundPage />;
}

/** From a file to people in the reports: choose, look, read, see what was refused; and what was uploaded before. */
function BotUpload({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(uploadsQuery(bot.key));
  // Undefined: nothing was chosen yet on this visit. Null: a new file is wanted.
  const [selectedId, setSelectedId] = useState<string | null>();
  const going = query.data?.find(({ state }) => state === 'running' || state === 'ready')?.id ?? null;
  const open = selectedId === undefined ? going : selectedId;
  return (
    <Page
      title={t('Upload.title')}
      crumbs={[
        { label: t('Bots.title'), to: '/bots' },
        { label: bot.bot_name, bot: bot.key },
      ]}
      narrow
    >
      <Text inherit mt={-12} mb={20} maw="72ch" c="dimmed">
        {t('Upload.text')}
      </Text>
      {open === null ? (
        <FileChoice bot={bot} onSent={setSelectedId} />
      ) : (
        <UploadStage key={open} bot={bot} id={open} onLeave={() => setSelectedId(null)} />
      )}
      <UploadHistory query={query} open={open} onOpen={setSelectedId} />
    </Page>
  );
}
