import { type Bot, opens, permissionsOf, type ReportType } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { looksOf } from '../../charts/prepare/report-looks.ts';
import { EmptyBlock } from '../panel/empty-block.tsx';
import { countDays } from '../period/period.ts';
import type { ReportView } from '../question/report-search.ts';
import type { ChangeAddress } from '../question/use-address.ts';

// It follows the bot live, with code of the bots' pages that a bot with data does not need.
const Waiting = lazy(async () => ({ default: (await import('../panel/waiting.tsx')).Waiting }));

const texts = {
  app: 'Reports.teach.app',
  site: 'Reports.teach.site',
  income: 'Reports.teach.income',
  gender: 'Reports.teach.gender',
  cohorts: 'Reports.cohorts.empty',
} as const;

/** Pages with the scripts that such reports need. */
const codePages = { app: '/webapps', site: '/code4-site' } as const;

interface EmptyAnswerProps {
  type: ReportType;
  bot: Bot;
  view: ReportView;
  change: ChangeAddress;
  minHeight: number;
}

/** Nothing to show: why that may be, and what brings something. After the connection a filter is the first suspect. */
export function EmptyAnswer({ type, bot, view, change, minHeight }: EmptyAnswerProps) {
  const { t } = useTranslation();
  const title = t('Reports.empty.title');
  const hint = looksOf(type).emptyHint;
  // Another period or filter helps nobody whose bot has never sent anything.
  if (!bot.status) {
    return (
      <Suspense fallback={<div style={{ minHeight }} />}>
        <Waiting bot={bot} />
      </Suspense>
    );
  }
  if (view.filter !== '') {
    return (
      <EmptyBlock title={title} text={t('Reports.teach.filtered')} minHeight={minHeight}>
        <Button variant="default" size="xs" onClick={() => change({ filter: undefined })}>
          {t('Reports.teach.removeFilter')}
        </Button>
      </EmptyBlock>
    );
  }
  if (hint === 'targets') {
    return (
      <EmptyBlock title={title} text={t('Reports.teach.targets')} minHeight={minHeight}>
        {bot.permissions.includes('convers.view') && (
          <Button size="xs" renderRoot={(props) => <Link to="/targets" {...props} />}>
            {t('Reports.teach.targetsLink')}
          </Button>
        )}
      </EmptyBlock>
    );
  }
  if (hint === 'links') {
    return (
      <EmptyBlock title={title} text={t('Reports.teach.utm')} minHeight={minHeight}>
        {opens(permissionsOf(bot), 'report.utm_summary') && (
          <Button size="xs" renderRoot={(props) => <Link to="/utm-builder" {...props} />}>
            {t('Reports.teach.utmLink')}
          </Button>
        )}
      </EmptyBlock>
    );
  }
  const code = hint === 'app' || hint === 'site' ? codePages[hint] : null;
  return (
    <EmptyBlock title={title} text={t(hint === undefined ? 'Reports.empty.text' : texts[hint])} minHeight={minHeight}>
      {code && opens(permissionsOf(bot), 'webapp.manage') && (
        <Button size="xs" renderRoot={(props) => <Link to={code} {...props} />}>
          {t('Reports.teach.codeLink')}
        </Button>
      )}
      {countDays(view.period) < 90 && (
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ period: '90d', detail: undefined, details: undefined })}
        >
          {t('Reports.teach.longer')}
        </Button>
      )}
    </EmptyBlock>
  );
}
