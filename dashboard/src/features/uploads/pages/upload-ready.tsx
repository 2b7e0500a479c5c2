import { api, type Bot, type Upload, uploadFields } from '@botscope/contract';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Section } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Note } from '../../../ui/words.tsx';
import { writeBytes } from './bytes.ts';
import classes from './upload-page.module.css';

interface UploadReadyProps {
  bot: Bot;
  upload: Upload;
  onStarted: (upload: Upload) => void;
  onDiscard: () => void;
}

/** Detected content of the file; the owner corrects it and starts the import. */
export function UploadReady({ bot, upload, onStarted, onDiscard }: UploadReadyProps) {
  const { t, i18n } = useTranslation();
  const [content, setContent] = useState<Upload['content']>(upload.content);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(upload.mapping);
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const first = useRef<HTMLSelectElement>(null);
  const mapped = content === 'users' && upload.columns.length > 0;
  const lacksUserId = mapped && !mapping.user_id;
  const { busy, run: send } = useAction(
    async () => {
      const usedMapping = Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== ''));
      const body = { content, ...(mapped && { mapping: usedMapping }) };
      onStarted(await call(api.startUpload, { params: { key: bot.key, id: upload.id }, body }));
    },
    (error) => setFailure(codeOf(error)),
  );
  const start = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    if (lacksUserId) first.current?.focus();
    else void send();
  };
  return (
    <Section title={t('Upload.ready.title')}>
      <p>
        {upload.file_name} · {writeBytes(upload.bytes, i18n.language)}
      </p>
      <Flex component="form" direction="column" gap={20} miw={0} onSubmit={start} noValidate>
        <OptionCards
          label={t('Upload.ready.content')}
          name="content"
          value={content}
          options={(['users', 'updates'] as const).map((value) => ({
            value,
            label: t(`Upload.ready.${value}`),
            text: t(`Upload.ready.${value}Text`),
          }))}
          onChange={(newContent) => setContent(newContent)}
        />
        {may(bot, 'section.users.list') ? <FilePreview upload={upload} /> : <Note>{t('Upload.hidden')}</Note>}
        {mapped && (
          <fieldset className={classes.mapping}>
            <legend>{t('Upload.ready.mapping')}</legend>
            <p className={classes.dim}>{t('Upload.ready.mappingText')}</p>
            <div className={classes.fields}>
              {uploadFields.map((field) => (
                <NativeSelect
                  key={field}
                  ref={field === 'user_id' ? first : undefined}
                  label={t(`Upload.fields.${field}`)}
                  value={mapping[field] ?? ''}
                  error={field === 'user_id' && isChecked && lacksUserId && t('Upload.ready.userIdMissing')}
                  data={[{ value: '', label: t('Upload.ready.notThere') }, ...new Set(upload.columns)]}
                  onChange={(event) => setMapping({ ...mapping, [field]: event.currentTarget.value })}
                />
              ))}
            </div>
          </fieldset>
        )}
        <FormFailure code={failure} />
        <Flex gap={8} wrap="wrap">
          <Button type="submit" loading={busy}>
            {t('Upload.ready.start')}
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {t('Upload.ready.discard')}
          </Button>
        </Flex>
      </Flex>
    </Section>
  );
}

/** The first lines of the file as they were read. Wide files scroll inside their frame. */
function FilePreview({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  if (upload.preview.length === 0) return null;
  const columns = upload.columns.map(
    (name, columnIndex): DataColumn<string[]> => ({
      id: name,
      name,
      cell: (cells) => cells[columnIndex],
    }),
  );
  return (
    <ScrollRegion label={t('Upload.ready.preview')}>
      <Note className={classes.caption} aria-hidden>
        {t('Upload.ready.preview')}
      </Note>
      <DataTable
        look="lines"
        className={classes.table}
        label={t('Upload.ready.preview')}
        columns={columns}
        rows={upload.preview}
        rowId={(_, index) => String(index)}
      />
    </ScrollRegion>
  );
}
