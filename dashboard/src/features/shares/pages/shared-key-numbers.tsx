import { type KeyNumber, keyNumbers, type Report } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import card from '../../../analytics/key-numbers/key-card.module.css';
import { KeyFigure } from '../../../analytics/key-numbers/key-figure.tsx';
import { ComparedWith } from '../../../analytics/panel/compared-with.tsx';
import classes from './share.module.css';

/** The key figures of a bot, each with its change against the period before and its course. */
export function SharedKeyNumbers({ reports, period }: { reports: readonly Report[]; period: string | undefined }) {
  const { t } = useTranslation();
  const byType = new Map(reports.map((report) => [report.type_report, report]));
  return (
    <section className={classes.keyNumbers} aria-label={t('Home.keyNumbers')}>
      {keyNumbers.map((type) => {
        const report = byType.get(type);
        return report && <Figure key={type} type={type} report={report} today={period === 'today'} />;
      })}
      <ComparedWith report={byType.get('visitors')} />
    </section>
  );
}

function Figure({ type, report, today }: { type: KeyNumber; report: Report; today: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={card.card}>
      <Box component="h2" mb={2} c="dimmed" fz="sm" fw={400} lh={1.45}>
        {type === 'visitors' && today ? t('Home.cards.visitors_today') : t(`Home.cards.${type}`)}
      </Box>
      <KeyFigure type={type} report={report} />
    </div>
  );
}
