import {
  type Bot,
  keyNumbers,
  keyNumbersType,
  mayRead,
  permissionsOf,
  type ReportType,
  type SharedQuery,
} from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import rows from '../../../analytics/filter/filter-rows.module.css';
import { toSearch, useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { KeyCard } from '../../../analytics/key-numbers/key-card.tsx';
import { ComparedWith } from '../../../analytics/panel/compared-with.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { withFirstDays } from '../../../analytics/period/first-days.ts';
import { PeriodPresets } from '../../../analytics/period/period-presets.tsx';
import { type CommonView, parseCommonView } from '../../../analytics/question/common-view.ts';
import { useAddress } from '../../../analytics/question/use-address.ts';
import { ShareButton } from '../../../analytics/share/share-button.tsx';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import { useDemo } from '../../../platform/session/demo.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { Page } from '../../../ui/page.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { showsFirstSteps } from './first-steps-memory.ts';
import { GrowthPanel } from './growth-panel.tsx';
import classes from './home-page.module.css';

/** Begins a little before the content comes into sight. */
const margin = '160px';

/** Keeps the place of its content and draws it once the reader comes near: what nobody scrolls to is neither fetched nor counted. */
function BelowFold({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const show = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      {
        rootMargin: margin,
      },
    );
    observer.observe(place.current);
    // A printed summary holds all of it, as far as it is there by then.
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  }, [isNear]);
  return (
    <div ref={place} className={classes.below}>
      {isNear && children}
    </div>
  );
}

// It follows the bot live, with code of the bots' pages that a bot with data does not need (40 kB).
const Waiting = lazy(async () => ({ default: (await import('../../../analytics/panel/waiting.tsx')).Waiting }));

// Only in the first three days of a bot.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

// It speaks of filters, as reports do.
const HomeFilters = lazy(
  withTexts(['Reports'], async () => ({ default: (await import('./home-filters.tsx')).HomeFilters })),
);

// Beside the numbers, not before them.
const OnlineNow = lazy(async () => ({
  default: (await import('../../live-activity/public/online-now.tsx')).OnlineNow,
}));

// The lower half; most visits look at the upper one.
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
  const view = parseCommonView(withFirstDays(bot, address));
  const actions = (
    <>
      {mayRead(permissionsOf(bot), 'visitors') && (
        <Suspense>
          <OnlineNow bot={bot} />
        </Suspense>
      )}
      <ShareButton bot={bot} type={keyNumbersType} query={toSharedQuery(toSearch(view))} />
    </>
  );
  return (
    <Page title={t('Home.title')} actions={actions}>
      <Suspense fallback={<FiltersToCome period={view.period} onChange={(period) => change({ period })} />}>
        <HomeFilters bot={bot} view={view} change={change} />
      </Suspense>
      <Summary bot={bot} view={view} key={bot.key} />
    </Page>
  );
}

/** The presets are there at once; everything else comes with the code of the reports, into the same two rows. */
function FiltersToCome(props: { period: string; onChange(period: string): void }) {
  return (
    <div className={rows.rows} data-print="hide">
      <div className={rows.filters}>
        <PeriodPresets {...props} />
      </div>
      <div className={rows.filters} />
    </div>
  );
}

/** A link keeps what is said, not what is left to its reader. */
const toSharedQuery = (search: Record<string, string | undefined>): SharedQuery =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

function Summary({ bot, view }: { bot: Bot; view: CommonView }) {
  const { t } = useTranslation();
  // Shared access may be to some reports only: what would be refused is not asked for.
  const permissions = permissionsOf(bot);
  const may = (type: ReportType) => mayRead(permissions, type);
  return (
    <div className={classes.summary}>
      <section className={classes.numbers} aria-label={t('Home.keyNumbers')}>
        {keyNumbers.filter(may).map((type) => (
          <KeyCard key={type} bot={bot.key} type={type} view={view} />
        ))}
        {may('visitors') && <Against bot={bot.key} view={view} />}
      </section>
      {bot.new_bot && showsFirstSteps(bot.key) && (
        <Suspense>
          <FirstSteps bot={bot} />
        </Suspense>
      )}
      <div className={classes.pair}>
        {may('users_graph') && <GrowthPanel bot={bot.key} view={view} />}
        {may('user_commands_stat') && <CommandsPanel bot={bot.key} view={view} />}
      </div>
      <BelowFold>
        <Suspense>
          <MorePanels bot={bot} view={view} />
        </Suspense>
      </BelowFold>
    </div>
  );
}

/** Names the period that the cards compare with; the visitors' card has already requested it. */
function Against({ bot, view }: { bot: string; view: CommonView }) {
  const { data } = useHomeReport(bot, 'visitors', view, { compares: true });
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
