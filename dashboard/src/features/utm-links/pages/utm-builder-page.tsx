import '@mantine/core/styles/Combobox.layer.css';
import type { Bot } from '@botscope/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { IconLinkOff, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { builderQuery } from '../public/builder-data.ts';
import { MakeLink } from './make-link.tsx';
import { ReadLink } from './read-link.tsx';

/** Makes links to the current bot under its own rules, and reads pasted ones by them. */
export function UtmBuilderPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot) {
    return (
      <Empty icon={<IconRobot size={36} stroke={1.4} />} words="noBot">
        <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>
      </Empty>
    );
  }
  if (!may(bot, 'report.utm_summary')) {
    return (
      <Empty icon={<IconLinkOff size={36} stroke={1.4} />} words="notAllowed">
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('UtmBuilder.notAllowed.home')}</Button>
      </Empty>
    );
  }
  if (bot.username === '') {
    return (
      <Empty icon={<IconRobot size={36} stroke={1.4} />} words="noUsername">
        <Button renderRoot={(props) => <Link to="/bots/$key" params={{ key: bot.key }} {...props} />}>
          {t('UtmBuilder.noUsername.open')}
        </Button>
      </Empty>
    );
  }
  return <Builder bot={bot} key={bot.key} />;
}

interface EmptyProps {
  icon: ReactNode;
  words: 'noBot' | 'noUsername' | 'notAllowed';
  children: ReactNode;
}

function Empty({ icon, words, children }: EmptyProps) {
  const { t } = useTranslation();
  return (
    <Page title={t('UtmBuilder.title')}>
      <EmptyState icon={icon} title={t(`UtmBuilder.${words}.title`)} text={t(`UtmBuilder.${words}.text`)}>
        {children}
      </EmptyState>
    </Page>
  );
}

const modes = ['make', 'read'] as const;

function Builder({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/utm-builder' });
  const query = useQuery(builderQuery(bot.key));
  const mode = modes.find((each) => each === search.mode) ?? 'make';
  const choose = (newMode: string) =>
    navigate({
      to: '/utm-builder',
      search: (oldSearch) => ({ ...oldSearch, mode: newMode === 'make' ? undefined : newMode }),
      resetScroll: false,
    });
  return (
    <Page
      title={t('UtmBuilder.title')}
      crumbs={[{ label: bot.bot_name }]}
      actions={
        <SegmentedControl
          aria-label={t('UtmBuilder.modes.label')}
          value={mode}
          onChange={choose}
          data={modes.map((value) => ({ value, label: t(`UtmBuilder.modes.${value}`) }))}
        />
      }
    >
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            {/* It stays while a link is read: what was typed is still there afterwards. */}
            <div hidden={mode !== 'make'}>
              <MakeLink bot={bot} data={data} />
            </div>
            {mode === 'read' && <ReadLink bot={bot} data={data} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
