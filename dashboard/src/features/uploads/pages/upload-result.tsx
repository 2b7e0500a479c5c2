import { api, type Bot, type Upload, uploadPath, uploadRefusals } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showError } from '../../../platform/errors/refusals.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { keepUpload } from '../public/upload-data.ts';
import classes from './upload-page.module.css';

/** What came of a file: how much was taken, and which lines were refused and why. */
export function UploadResult({ bot, upload, onAgain }: { bot: Bot; upload: Upload; onAgain: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const readAgain = async () => {
    setBusy(true);
    try {
      const body = { content: upload.content };
      keepUpload(bot.key, await call(api.startUpload, { params: { key: bot.key, id: upload.id }, body }));
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const format = useFormat();
  const { accepted, refused, state } = upload;
  const sums = `${t('Upload.accepted', { count: accepted, number: format.number(accepted) })} · ${t('Upload.refused', { count: refused, number: format.number(refused) })}`;
  return (
    <>
      <Section title={state === 'done' ? t('Upload.done.title', { name: upload.file_name }) : upload.file_name}>
        <div className={classes.form}>
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
          <div className={classes.buttons}>
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
          </div>
        </div>
      </Section>
      {refused > 0 && <Refusals bot={bot} upload={upload} />}
    </>
  );
}

function Refusals({ bot, upload }: { bot: Bot; upload: Upload }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { refusals, refused } = upload;
  const reason = (code: string) => t(`Upload.reasons.${uploadRefusals.find((each) => each === code) ?? 'other'}`);
  return (
    <Section
      title={t('Upload.refusals.title')}
      actions={
        <Button
          component="a"
          href={`${uploadPath(bot.key)}/${upload.id}/refusals.csv`}
          download
          variant="default"
          size="compact-md"
        >
          {t('Upload.refusals.download')}
        </Button>
      }
    >
      {refused > refusals.length && <p>{t('Upload.refusals.first', { count: refusals.length })}</p>}
      <ScrollRegion label={t('Upload.refusals.title')} height={420}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('Upload.refusals.line')}</th>
              <th scope="col">{t('Upload.refusals.reason')}</th>
              <th scope="col">{t('Upload.refusals.text')}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ line, reason: code, text }) => (
              <tr key={`${line} ${code}`}>
                <td>{format.number(line)}</td>
                <td>{reason(code)}</td>
                <td>
                  <code>{text}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}
