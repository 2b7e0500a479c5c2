import type { Bot } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../ui/not-found-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind, PageParts, SectionProps } from '../data/page-kind.ts';
import { usePageSearch } from '../data/page-search.ts';
import { useShownBots } from '../data/shown-bots.ts';
import { FindingsSection } from '../findings/findings-section.tsx';
import { HitsTab } from './hits-tab.tsx';
import { PageActions, StatusBadge } from './page-actions.tsx';
import { PageDialogs } from './page-dialogs.tsx';
import { SettingsSection } from './settings-section.tsx';

const tabs = ['overview', 'code', 'hits'] as const;

interface PageDetailsProps<T extends PageTypes> {
  kind: PageKind<T>;
  parts: PageParts<T>;
}

/** One Mini App or website: how it does, the lines for its page, and what comes from it. */
export function PageDetails<T extends PageTypes>({ kind, parts }: PageDetailsProps<T>) {
  const { t } = useTranslation();
  const { page: pageParam } = useParams({ strict: false });
  const { bots, demo } = useShownBots();
  const query = useQuery(kind.data.listQuery(demo));
  const page = query.data?.find((each) => String(kind.idOf(each)) === pageParam || each.key === pageParam);
  const bot = page && bots[page.bot_key];
  if (page && bot) return <KnownPage kind={kind} parts={parts} page={page} bot={bot} key={kind.idOf(page)} />;
  if (query.data) return <NotFoundPage />;
  return (
    <Page
      title={t(`PageList${kind.name}.columns.name`)}
      crumbs={[{ label: t(`PageList${kind.name}.title`), to: kind.list }]}
    >
      <Loaded query={query} height={320}>
        {() => null}
      </Loaded>
    </Page>
  );
}

type KnownPageProps<T extends PageTypes> = PageDetailsProps<T> & SectionProps<T>;

function KnownPage<T extends PageTypes>({ kind, parts, page, bot }: KnownPageProps<T>) {
  const { t } = useTranslation();
  const { demo } = useShownBots();
  const { tab: tabName } = usePageSearch();
  const tab = tabs.find((each) => each === tabName) ?? 'overview';
  const mayManage = may(bot, 'webapp.manage');
  const findings = <FindingsSection kind={kind} parts={parts.findings} page={page} bot={bot} />;
  return (
    <Page
      title={kind.nameOf(page)}
      crumbs={[{ label: t(`PageList${kind.name}.title`), to: kind.list }]}
      actions={
        mayManage && (
          <PageActions
            name={kind.nameOf(page)}
            status={page.status}
            onSet={(status) => kind.data.setStatus(page, status)}
          />
        )
      }
    >
      <Flex gap={12} wrap="wrap" align="center" mt={-8} mb={16}>
        <StatusBadge status={page.status} />
        <Dim>
          {t(`PageDetails${kind.name}.of`)} <BotName bot={bot} isLink={demo === null} />
        </Dim>
      </Flex>
      <PageTabs
        label={t(`PageDetails${kind.name}.sections`)}
        tabs={tabs.map((key) => ({ key, name: t(`Pages.tabs.${key}`) }))}
        current={tab}
      />
      {tab === 'overview' && (
        <>
          {findings}
          <parts.Numbers page={page} bot={bot} />
          <SettingsSection page={page} bot={bot} facts={parts.listFacts(t, page)} />
        </>
      )}
      {tab === 'code' && <parts.Code page={page} bot={bot} findings={findings} />}
      {tab === 'hits' && <HitsTab kind={kind} HitTable={parts.HitTable} page={page} bot={bot} />}
      {mayManage && <PageDialogs kind={kind} Form={parts.Form} page={page} bot={bot} />}
    </Page>
  );
}

/** The demo's bot has no page. */
function BotName({ bot, isLink }: { bot: Bot; isLink: boolean }): ReactNode {
  const name = <bdi>{bot.bot_name}</bdi>;
  if (!isLink) return name;
  return (
    <TextLink to="/bots/$key" params={{ key: bot.key }}>
      {name}
    </TextLink>
  );
}
