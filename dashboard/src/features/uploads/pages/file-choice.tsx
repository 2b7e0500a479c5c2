import type { Bot } from '@botscope/contract';
import { Box, Button, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { writeBytes } from './bytes.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './upload-page.module.css';
import { type Transfer, useFileUpload } from './use-file-upload.ts';

/** Takes a file, by choice or by drop, and sends it. */
export function FileChoice({ bot, onSent }: { bot: Bot; onSent: (id: string) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { transfer, problem, take, stop } = useFileUpload(bot, onSent);
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

  if (transfer) return <TransferStage transfer={transfer} onStop={stop} />;
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

interface TransferStageProps {
  transfer: Transfer;
  onStop(): void;
}

/** The file on its way, with how much of it is sent. */
function TransferStage({ transfer, onStop }: TransferStageProps) {
  const { t, i18n } = useTranslation();
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
      <Button variant="default" onClick={onStop}>
        {t('Upload.stop')}
      </Button>
    </div>
  );
}
