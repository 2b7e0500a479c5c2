import { type Bot, Upload, uploadPath } from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { sendFile } from '../../../platform/api/send-file.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { keepUpload } from '../public/upload-data.ts';

/** A file on its way, and how much of it is sent, from 0 to 1. */
export interface Transfer {
  file: File;
  share: number;
}

const suits = (file: File): boolean => /\.(csv|tsv|txt|json|jsonl|ndjson)(\.gz)?$/i.test(file.name);

/** Sends one file; leaving the page stops it. `transfer` is null while none is on its way. */
export function useFileUpload(bot: Bot, onSent: (id: string) => void) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const stop = useRef<AbortController>(null);
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
  return { transfer, problem, take, stop: () => stop.current?.abort() };
}
