import { type Bot, boardReports, boardType, heldOf, mayRead, type ReportType } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparedWith } from '../../charts/report/compared-with.tsx';
import { EmptyBlock } from '../../charts/report/empty-block.tsx';
import { withFirstDays } from '../../charts/report/first-days.ts';
import { asPreset } from '../../charts/report/period.ts';
import { PeriodPresets } from '../../charts/report/period-presets.tsx';
import { useAddress } from '../../charts/report/use-address.ts';
import { useReport } from '../../charts/report/use-report.ts';
import { useDemo } from '../../shell/demo.ts';
import { useCurrentBot } from '../../shell/session.ts';
import { Page } from '../../ui/page.tsx';
import { ShareButton } from '../reports/share/share-button.tsx';
import { BelowFold } from './below-fold.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { showsFirstSteps } from './first-steps-memory.ts';
import { GrowthPanel } from './growth-panel.tsx';
import classes from './home-page.module.css';
import { KeyCard } from './key-card.tsx';

// It follows the bot live, with code of the bots' pages that a bot with data does not need (40 kB).
const Waiting = lazy(async () => ({ default: (await import('./waiting.tsx')).Waiting }));

// Only in the first three days of a bot.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

// The lower half; most visits look at the upper one.
// Beside the numbers, not before them.
const OnlineNow = lazy(async () => ({ default: (await import('../live/online-now.tsx')).OnlineNow }));

const MorePanels = lazy(async () => ({ default: (await import('./more-panels.tsx')).MorePanels }));

/** Summary: the key numbers of one bot, and what is behind them one click away. */
export function HomePage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  const [address, change] = useAddress();
  if (!bot)
    return (
      <Page title={t('Home.title')}>
        <NoBot />
      </Page>
    );
  if (!bot.status)
    return (
      <Page title={t('Home.title')}>
        <Suspense>
          <Waiting bot={bot} />
        </Suspense>
      </Page>
    );
  const period = asPreset(String(withFirstDays(bot, address).period)) ?? '30d';
  const actions = (
    <>
      <Suspense>
        <OnlineNow bot={bot} />
      </Suspense>
      <PeriodPresets period={period} onChange={(chosen) => change({ period: chosen })} />
      <ShareButton bot={bot} type={boardType} query={{ period }} />
    </>
  );
  return (
    <Page title={t('Home.title')} actions={actions}>
      <Summary bot={bot} period={period} key={bot.key} />
    </Page>
  );
}

function Summary({ bot, period }: { bot: Bot; period: string }) {
  const { t } = useTranslation();
  // Shared access may be to some reports only: what would be refused is not asked for.
  const held = heldOf(bot);
  const may = (type: ReportType) => mayRead(held, type);
  return (
    <div className={classes.summary}>
      <section className={classes.numbers} aria-label={t('Home.keyNumbers')}>
        {boardReports.filter(may).map((type) => (
          <KeyCard key={type} bot={bot.key} type={type} period={period} />
        ))}
        {may('visitors') && <Against bot={bot.key} period={period} />}
      </section>
      {bot.new_bot && showsFirstSteps(bot.key) && (
        <Suspense>
          <FirstSteps bot={bot} />
        </Suspense>
      )}
      <div className={classes.pair}>
        {may('users_graph') && <GrowthPanel bot={bot.key} period={period} />}
        {may('user_commands_stat') && <CommandsPanel bot={bot.key} period={period} />}
      </div>
      <BelowFold>
        <Suspense>
          <MorePanels bot={bot} period={period} />
        </Suspense>
      </BelowFold>
    </div>
  );
}

/** What the changes on the cards are against; the visitors' card has asked it. */
function Against({ bot, period }: { bot: string; period: string }) {
  const { data } = useReport(bot, 'visitors', { period, compare: 'previous' });
  return <ComparedWith report={data} />;
}

/** No bot yet: how to get one, and what it will look like. */
function NoBot() {
  const { t } = useTranslation();
  const demo = useDemo();
  return (
    <EmptyBlock title={t('Home.noBot.title')} text={t('Home.noBot.text')} minHeight={360}>
      <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Home.noBot.button')}</Button>
      {demo.available && (
        <Button variant="default" onClick={demo.start}>
          {t('Home.noBot.demo')}
        </Button>
      )}
    </EmptyBlock>
  );
}
