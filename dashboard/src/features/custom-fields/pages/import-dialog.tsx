import { type Bot, FieldImport, fieldImportPath } from '@botscope/contract';
import { Button, Flex, Loader } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../platform/api/api-error.ts';
import { sendFile } from '../../../platform/api/send-file.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/section.tsx';
import { refreshFields } from '../public/fields-data.ts';

type Stage =
  | { at: 'choice' }
  | { at: 'checking' | 'writing' }
  | { at: 'checked'; file: File; found: FieldImport }
  | { at: 'finished'; found: FieldImport };

/** Values from a file: chosen, checked without a change, and then imported. */
export function ImportDialog({ bot, onClose }: { bot: Bot; onClose(): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const [stage, setStage] = useState<Stage>({ at: 'choice' });
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const send = async (file: File, isDryRun: boolean): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(null);
    setStage({ at: isDryRun ? 'checking' : 'writing' });
    try {
      const result = await sendFile({
        path: `/api${fieldImportPath(bot.key)}${isDryRun ? '?dry_run=1' : ''}`,
        file,
        answer: FieldImport,
        onProgress: () => undefined,
        signal: controller.signal,
      });
      setStage(isDryRun ? { at: 'checked', file, found: result } : { at: 'finished', found: result });
      if (!isDryRun) await refreshFields(bot.key);
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(problemText(t, error));
      setStage({ at: 'choice' });
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // Clearing the value lets a file be chosen again after it was refused.
    event.currentTarget.value = '';
    if (file) void send(file, true);
  };
  const chooseButton = (label: string, isMain: boolean) => (
    <Button variant={isMain ? 'filled' : 'default'} onClick={() => input.current?.click()}>
      {label}
    </Button>
  );
  return (
    <Dialog onClose={onClose} title={t('Fields.importing.title')} size="lg">
      <div className={dialog.body}>
        <p>{t('Fields.importing.text')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv"
          aria-label={t('Fields.importing.choose')}
          onChange={choose}
        />
        <div role="alert">{problem !== null && <Notice tone="warn">{problem}</Notice>}</div>
        <div role="status">
          {(stage.at === 'checking' || stage.at === 'writing') && (
            <Flex gap={12} align="center">
              <Loader size="sm" />
              {t(stage.at === 'checking' ? 'Fields.importing.checking' : 'Fields.importing.writing')}
            </Flex>
          )}
          {stage.at === 'checked' && <Found found={stage.found} text={t('Fields.importing.checked')} />}
          {stage.at === 'finished' && <Found found={stage.found} text={t('Fields.importing.finished')} isWritten />}
        </div>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          {stage.at === 'choice' && chooseButton(t('Fields.importing.choose'), true)}
          {stage.at === 'checked' && (
            <>
              {chooseButton(t('Fields.importing.another'), false)}
              <Button disabled={stage.found.values === 0} onClick={() => send(stage.file, false)}>
                {t('Fields.importing.start', { count: stage.found.values })}
              </Button>
            </>
          )}
          {stage.at === 'finished' && <Button onClick={onClose}>{t('Fields.importing.close')}</Button>}
        </Flex>
      </div>
    </Dialog>
  );
}

/** Names the header or the line where the server does. */
function problemText(t: TFunction, error: unknown): string {
  const items = error instanceof ApiError ? error.items : [];
  if (items.some(({ field }) => field === 'header')) return t('Fields.importing.header');
  const line = items.find(({ code }) => code === 'NotUtf8')?.field?.replace('line.', '');
  return line === undefined ? failureText(codeOf(error)) : t('Fields.importing.encoding', { line });
}

function Found({ found, text, isWritten = false }: { found: FieldImport; text: string; isWritten?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = ['rows', 'known', 'unknown', 'duplicates', 'invalid'] as const;
  return (
    <>
      <p>{text}</p>
      <Facts
        facts={[
          [t(isWritten ? 'Fields.importing.written' : 'Fields.importing.values'), format.number(found.values)],
          ...counts.map((name) => [t(`Fields.importing.${name}`), format.number(found[name])] as const),
        ]}
      />
      {found.problems.length > 0 && (
        <details open={!isWritten}>
          <summary>{t('Fields.importing.problems')}</summary>
          <ul>
            {found.problems.map(({ line, key, problem, text: detail }) => (
              <li key={`${line} ${key} ${problem}`}>
                {t('Fields.importing.line', { line })}:{' '}
                {t(`Fields.importing.reasons.${problem}`, { key, text: detail })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
