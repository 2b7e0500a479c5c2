import { type Bot, Upload, uploadPath } from '@botscope/contract';
import { Box, Button, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { sendFile } from '../../../platform/api/send-file.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { Notice } from '../../../ui/notice.tsx';
import { keepUpload } from '../public/upload-data.ts';
import { writeBytes } from './bytes.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './upload-page.module.css';

const suits = (file: File): boolean => /\.(csv|tsv|txt|json|jsonl|ndjson)(\.gz)?$/i.test(file.name);

/** Takes a file, by choice or by drop, and sends it. */
export function FileChoice({ bot, onSent }: { bot: Bot; onSent: (id: string) => void }) {
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [transfer, setTransfer] = useState<{ file: File; share: number } | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const take = async (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (!suits(file)) return setProblem(t('Upload.wrongFile', { name: file.name }));
    const controller = new AbortController();
    stop.current = controller;
    setTransfer({ file, share: 0 });
    try {
      const upload = await sendFile({
        path: `${uploadPath(bot.key)}?${new URLSearchParams({ file_name: file.name })}`,
        answer: Upload,
        file,
        signal: controller.signal,
        onProgress: (share) => setTransfer({ file, share }),
      });
      keepUpload(bot.key, upload);
      onSent(upload.id);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureText(codeOf(error)));
      setTransfer(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // Clearing the value lets a file be chosen again after it was refused.
    event.currentTarget.value = '';
    void take(file);
  };

  if (transfer) {
    const { file, share } = transfer;
    const size = writeBytes(file.size, i18n.language);
    return (
      <div className={classes.stage}>
        <Text inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
          {t('Upload.sending', { name: file.name })}
        </Text>
        <ProgressLine
          share={share}
          label={t('Upload.sending', { name: file.name })}
          text={
            share < 1
              ? t('Upload.sent', { sent: writeBytes(share * file.size, i18n.language), size })
              : t('Upload.checking')
          }
        />
        <Button variant="default" onClick={() => stop.current?.abort()}>
          {t('Upload.stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <section
        className={classes.drop}
        aria-label={t('Upload.title')}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={32} stroke={1.4} aria-hidden />
        <Box fz="lg">
          <span className={classes.byMouse}>{t('Upload.drop')} </span>
          <button type="button" className={classes.choose} onClick={() => input.current?.click()}>
            {t('Upload.choose')}
          </button>
        </Box>
        <div className={classes.dim}>{t('Upload.formats')}</div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz"
          aria-label={t('Upload.choose')}
          onChange={choose}
        />
      </section>
      <div role="alert" className={classes.problem}>
        {problem && <Notice tone="warn">{problem}</Notice>}
      </div>
    </>
  );
}
