import type { ReportType } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import phone from '../../ui/icon-on-phone.module.css';
import { useViewedReport } from '../question/report-query.ts';
import type { ReportView } from '../question/report-search.ts';

// The drawer's code comes with the first click: it is not needed to read a report.
const Definition = lazy(async () => ({ default: (await import('./definition.tsx')).Definition }));

/** Opens the report's definition in plain words. */
export function HowCounted({ type, bot, view }: { type: ReportType; bot: string; view: ReportView }) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  const report = useViewedReport(type, bot, view).data;
  return (
    <>
      <Button
        className={phone.button}
        data-print="hide"
        variant="default"
        size="xs"
        leftSection={<IconInfoCircle size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <span className={phone.words}>{t('Reports.how.button')}</span>
      </Button>
      {isOpened && (
        <Suspense>
          <Definition type={type} bot={bot} view={view} report={report} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
