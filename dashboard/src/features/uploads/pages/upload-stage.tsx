import { api, type Bot } from '@botscope/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { dropUpload, keepUpload, uploadQuery, uploadsQuery } from '../public/upload-data.ts';
import { writeBytes } from './bytes.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './upload-page.module.css';
import { UploadReady } from './upload-ready.tsx';
import { UploadResult } from './upload-result.tsx';

/** One upload, wherever it stands: waiting for a decision, being read, or finished. */
export function UploadStage({ bot, id, onLeave }: { bot: Bot; id: string; onLeave: () => void }) {
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
