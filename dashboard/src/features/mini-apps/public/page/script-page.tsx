import type { Bot, PageStatus } from '@botscope/contract';
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page, type PageProps } from '../../../../ui/page.tsx';
import { PageTabs } from '../../../../ui/page-tabs.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { ScriptStatus } from '../script-status.tsx';
import { useShownBots } from '../shown-bots.ts';

const tabs = ['overview', 'code', 'hits'] as const;
export type ScriptTab = (typeof tabs)[number];

export const pickTab = (tabName: string | undefined): ScriptTab => tabs.find((each) => each === tabName) ?? 'overview';

interface ScriptPageProps extends PageProps {
  status: PageStatus;
  bot: Bot;
  /** Text before the name of the bot. */
  of: string;
  sections: string;
  tab: ScriptTab;
}

/** The page of one Mini App or website: its state, its bot and its sections. */
export function ScriptPage({ status, bot, of, sections, tab, children, ...page }: ScriptPageProps) {
  const { t } = useTranslation();
  const { demo } = useShownBots();
  return (
    <Page {...page}>
      <Flex gap={12} wrap="wrap" align="center" mt={-8} mb={16}>
        <ScriptStatus status={status} />
        <Dim>
          {of} <BotName bot={bot} isLink={demo === null} />
        </Dim>
      </Flex>
      <PageTabs label={sections} tabs={tabs.map((key) => ({ key, name: t(`PageScript.tabs.${key}`) }))} current={tab} />
      {children}
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
