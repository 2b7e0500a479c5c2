import { api, type Bot, rowRejectionReasons, type Upload, uploadPath } from '@botscope/contract';
import { Button, Flex, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Section } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Note } from '../../../ui/words.tsx';
import { keepUpload } from '../public/upload-data.ts';
import classes from './upload-page.module.css';

/** Outcome of a file: how much was accepted, and which lines were refused and why. */
export function UploadResult({ bot, upload, onAgain }: { bot: Bot; upload: Upload; onAgain: () => void }) {
  const { t } = useTranslation();
  const { busy, run: readAgain } = useAction(async () => {
    const body = { content: upload.content };
    keepUpload(bot.key, await call(api.startUpload, { params: { key: bot.key, id: upload.id }, body }));
  });
  const format = useFormat();
  const { accepted, refused, state } = upload;
  const sums = `${t('Upload.accepted', { count: accepted, number: format.number(accepted) })} · ${t('Upload.refused', { count: refused, number: format.number(refused) })}`;
  return (
    <>
      <Section title={state === 'done' ? t('Upload.done.title', { name: upload.file_name }) : upload.file_name}>
        <Stack gap={20} miw={0}>
          <div role="status">
            <Notice tone={state === 'done' ? 'good' : 'warn'}>
              {state === 'cancelled' && <div>{t('Upload.cancelled')}</div>}
              {state === 'failed' && (
                <div>
                  {t('Upload.failed')} {t(`Upload.failures.${upload.failure ?? 'Unknown'}`)}
                </div>
              )}
              {sums}
            </Notice>
          </div>
          <Flex gap={8} wrap="wrap">
            {upload.failure === 'Interrupted' && (
              <Button loading={busy} onClick={readAgain}>
                {t('Upload.readAgain')}
              </Button>
            )}
            <Button variant={upload.failure === 'Interrupted' ? 'default' : 'filled'} onClick={onAgain}>
              {t('Upload.done.again')}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/" search={{ bot: bot.key }} {...props} />}>
              {t('Upload.done.reports')}
            </Button>
          </Flex>
        </Stack>
      </Section>
      {refused > 0 && <RejectedRows bot={bot} upload={upload} />}
    </>
  );
}

type Row = Upload['rejected_rows'][number];

function RejectedRows({ bot, upload }: { bot: Bot; upload: Upload }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rejected_rows: rows, refused } = upload;
  const title = t('Upload.rejectedRows.title');
  const seesUsers = may(bot, 'section.users.list');
  const reason = (code: string) => t(`Upload.reasons.${rowRejectionReasons.find((each) => each === code) ?? 'other'}`);
  const columns: readonly DataColumn<Row>[] = [
    { id: 'line', name: t('Upload.rejectedRows.line'), cell: ({ line }) => format.number(line) },
    { id: 'reason', name: t('Upload.rejectedRows.reason'), cell: ({ reason: code }) => reason(code) },
    ...(seesUsers
      ? [{ id: 'text', name: t('Upload.rejectedRows.text'), cell: ({ text }: Row) => <code>{text}</code> }]
      : []),
  ];
  return (
    <Section
      title={title}
      actions={
        seesUsers && (
          <Button
            component="a"
            href={`${uploadPath(bot.key)}/${upload.id}/rejected-rows.csv`}
            download
            variant="default"
            size="compact-md"
          >
            {t('Upload.rejectedRows.download')}
          </Button>
        )
      }
    >
      {!seesUsers && <Note>{t('Upload.hidden')}</Note>}
      {refused > rows.length && <p>{t('Upload.rejectedRows.first', { count: rows.length })}</p>}
      <ScrollRegion label={title} height={420}>
        <DataTable
          look="lines"
          className={classes.table}
          label={title}
          columns={columns}
          rows={rows}
          rowId={({ line, reason: code }) => `${line} ${code}`}
        />
      </ScrollRegion>
    </Section>
  );
}
