import { hasUsers, mayRead, permissionsOf, type ReportType, reportTypes } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { looksOf } from '../charts/prepare/report-looks.ts';
import { useCurrentBot } from '../platform/session/session.ts';
import phone from '../ui/icon-on-phone.module.css';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyBlock } from './panel/empty-block.tsx';
import { withFirstDays } from './period/first-days.ts';
import { ReportFilters } from './question/report-filters.tsx';
import { useViewedReport } from './question/report-query.ts';
import { type ReportView, readReportView } from './question/report-search.ts';
import { type ChangeAddress, useAddress } from './question/use-address.ts';
import { ReportBody } from './report-body.tsx';
import { ShareButton } from './share/share-button.tsx';
import { sharedQuestion } from './share/shared-question.ts';
import { type CellRef, formatCellRef } from './users/cell-ref.ts';

// The drawer's code comes with the first click: it is not needed to read a report.
const Definition = lazy(async () => ({ default: (await import('./definition/definition.tsx')).Definition }));

/** Opens the report's definition in plain words. */
function HowCounted({ type, bot, view }: { type: ReportType; bot: string; view: ReportView }) {
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

const UsersDrawer = lazy(async () => ({ default: (await import('./users/users-drawer.tsx')).UsersDrawer }));

/** One report of the current bot; a type that does not exist is an address that does not exist. */
export function ReportPage() {
  const { typeReport = '' } = useParams({ strict: false });
  if (!isReportType(typeReport)) return <NotFoundPage />;
  return <KnownReport type={typeReport} key={typeReport} />;
}

const isReportType = (type: string): type is ReportType => Object.hasOwn(reportTypes, type);

function KnownReport({ type }: { type: ReportType }) {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  const [address, change] = useAddress();
  const { firstDetail = null, titleByDetail } = looksOf(type);
  const search = bot && firstDetail === null ? withFirstDays(bot, address) : address;
  // Reports have filters in common, and the address keeps one for the next: here it would leave nothing.
  const view = { ...readReportView(search, firstDetail), ...(hasUsers(type) ? {} : { filter: '' }) };
  const title = titleByDetail ? t(`Reports.active.${view.detail}`) : t(`Reports.titles.${type}`);
  const crumbs = [{ label: t('Reports.title') }];
  if (!bot) {
    return (
      <Page title={title} crumbs={crumbs}>
        <EmptyBlock title={t('Home.noBot.title')} text={t('Home.noBot.text')} minHeight={360}>
          <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Home.noBot.button')}</Button>
        </EmptyBlock>
      </Page>
    );
  }
  if (!mayRead(permissionsOf(bot), type)) {
    return (
      <Page title={title} crumbs={crumbs}>
        <EmptyBlock
          title={t('Reports.notOpen.title')}
          text={t('Reports.notOpen.text', { bot: bot.bot_name })}
          minHeight={360}
        >
          <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('General.GoHome')}</Button>
        </EmptyBlock>
      </Page>
    );
  }
  const actions = (
    <>
      <HowCounted type={type} bot={bot.key} view={view} />
      <ShareButton bot={bot} type={type} query={sharedQuestion(type, view)} />
    </>
  );
  return (
    <Page title={title} crumbs={crumbs} actions={actions}>
      <ReportFilters type={type} bot={bot.key} view={view} change={change} />
      <BodyWithUsers type={type} bot={bot} title={title} view={view} change={change} key={bot.key} />
    </Page>
  );
}

type BodyProps = Omit<ComponentProps<typeof ReportBody>, 'openUsers'>;

/** The answer, and the list of users behind one of its numbers while the address names one. */
function BodyWithUsers(props: BodyProps) {
  const { type, bot, view, change } = props;
  const users = useUsers(change);
  const report = useViewedReport(type, bot.key, view).data;
  const may = hasUsers(type) && bot.permissions.includes('section.users.list');
  return (
    <>
      <ReportBody {...props} openUsers={may ? users.open : undefined} />
      {view.users && may && (
        <Suspense>
          <UsersDrawer
            type={type}
            bot={bot}
            view={view}
            report={report}
            cellRef={view.users}
            onMove={users.move}
            onClose={users.close}
          />
        </Suspense>
      )}
    </>
  );
}

interface Users {
  /** Shows the users behind a number. A step in the history: back closes the list. */
  open(cellRef: CellRef): void;
  /** From one number to another, without a step of its own. */
  move(cellRef: CellRef): void;
  close(): void;
}

/** The list of users, kept in the address: a link opens it again. The same functions at every render: tables lean on them. */
function useUsers(change: ChangeAddress): Users {
  const { history } = useRouter();
  const latest = useRef(change);
  latest.current = change;
  return useMemo(() => {
    let isOpened = false;
    return {
      open(cellRef) {
        isOpened = true;
        latest.current({ users: formatCellRef(cellRef) });
      },
      move: (cellRef) => latest.current({ users: formatCellRef(cellRef) }, { replace: true }),
      close() {
        // Opened by a link there is no earlier step of this page to go back to.
        if (isOpened) history.back();
        else latest.current({ users: undefined }, { replace: true });
        isOpened = false;
      },
    };
  }, [history]);
}
