import { api, type Bot, type Upload } from '@botscope/contract';
import { Box, Button, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../ui/not-found-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { dropUpload, keepUpload, uploadQuery, uploadsQuery } from '../public/upload-data.ts';
import { writeBytes } from './bytes.ts';
import { FileChoice } from './file-choice.tsx';
import { ProgressLine } from './progress-line.tsx';
import classes from './upload-page.module.css';
import { UploadReady } from './upload-ready.tsx';
import { UploadResult } from './upload-result.tsx';

export function UploadPage() {
  const { key } = useParams({ from: '/layout/bot_upload/$key' });
  const bot = useSession().bots[key];
  return bot && may(bot, 'storage.upload') ? <BotUpload key={key} bot={bot} /> : <NotFoundPage />;
}

/** From a file to users in the reports: choose, look, read, see what was refused; and what was uploaded before. */
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

interface UploadHistoryProps {
  query: UseQueryResult<Upload[]>;
  /** Id of the one that is open above. */
  open: string | null;
  onOpen: (id: string) => void;
}

/** Earlier uploads; each can be opened again with the lines that were refused. */
function UploadHistory({ query, open, onOpen }: UploadHistoryProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('Upload.history.title')}>
      <Loaded query={query} height={80}>
        {(uploads) =>
          uploads.length === 0 ? (
            <p className={classes.dim}>{t('Upload.history.none')}</p>
          ) : (
            <Box component="ul" mx={-8}>
              {uploads.map((upload) => (
                <li key={upload.id}>
                  <Entry upload={upload} open={upload.id === open} onOpen={() => onOpen(upload.id)} />
                </li>
              ))}
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
}

function Entry({ upload, open, onOpen }: { upload: Upload; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accepted, refused, state } = upload;
  return (
    <button type="button" className={classes.entry} aria-current={open || undefined} onClick={onOpen}>
      <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {upload.file_name}
      </Box>
      <span className={classes.dim}>{format.moment(upload.created_at)}</span>
      <span className={classes.dim}>
        {state === 'done'
          ? `${t('Upload.accepted', { count: accepted, number: format.number(accepted) })} · ${t('Upload.refused', { count: refused, number: format.number(refused) })}`
          : t(`Upload.history.states.${state}`)}
      </span>
    </button>
  );
}

/** One upload, wherever it stands: waiting for a decision, being read, or finished. */
function UploadStage({ bot, id, onLeave }: { bot: Bot; id: string; onLeave: () => void }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const query = useQuery(uploadQuery(bot.key, id));
  const state = query.data?.state;
  useEffect(() => {
    if (state === undefined || state === 'ready' || state === 'running') return;
    void queryClient.invalidateQueries({ queryKey: uploadsQuery(bot.key).queryKey, exact: true });
    void queryClient.invalidateQueries({ queryKey: ['report', bot.key], refetchType: 'none' });
  }, [state, bot.key]);
  const cancel = async () => {
    try {
      await call(api.cancelUpload, { params: { key: bot.key, id } });
      if (state === 'running') await query.refetch();
      else {
        dropUpload(bot.key, id);
        onLeave();
      }
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Loaded query={query} height={280}>
      {(upload) => {
        if (upload.state === 'ready') {
          return (
            <UploadReady bot={bot} upload={upload} onStarted={(next) => keepUpload(bot.key, next)} onDiscard={cancel} />
          );
        }
        if (upload.state !== 'running') return <UploadResult bot={bot} upload={upload} onAgain={onLeave} />;
        const read = writeBytes(upload.read_bytes, i18n.language);
        return (
          <div className={classes.stage}>
            <Text inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
              {t('Upload.running.title', { name: upload.file_name })}
            </Text>
            <ProgressLine
              share={upload.bytes > 0 ? upload.read_bytes / upload.bytes : 0}
              label={t('Upload.running.title', { name: upload.file_name })}
              text={t('Upload.read', { read, size: writeBytes(upload.bytes, i18n.language) })}
            />
            <Text inherit className="tabular">
              {t('Upload.accepted', { count: upload.accepted, number: format.number(upload.accepted) })} ·{' '}
              {t('Upload.refused', { count: upload.refused, number: format.number(upload.refused) })}
            </Text>
            <p className={classes.dim}>{t('Upload.running.text')}</p>
            <Button variant="default" onClick={cancel}>
              {t('Upload.stop')}
            </Button>
          </div>
        );
      }}
    </Loaded>
  );
}
