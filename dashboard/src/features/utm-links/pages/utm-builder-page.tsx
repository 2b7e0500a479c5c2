import '@mantine/core/styles/Combobox.layer.css';
import { type Bot, buildLink } from '@botscope/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { IconLinkOff, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { type BuilderData, builderQuery, keepLink } from '../public/builder-data.ts';
import { HistorySection } from './history-section.tsx';
import { filledIn, toKeep } from './link-draft.ts';
import { LinkSection } from './link-section.tsx';
import { PartsSection } from './parts-section.tsx';
import { ReadLink } from './read-link.tsx';
import { TemplatesSection } from './templates-section.tsx';
import { useLinkDraft } from './use-link-draft.ts';
import classes from './utm-builder-page.module.css';

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

/** Parts on one side, the link that they make on the other; below what was made before. */
function MakeLink({ bot, data }: { bot: Bot; data: BuilderData }) {
  const { username, rules, templates, history } = data;
  const state = useLinkDraft(rules);
  const top = useRef<HTMLDivElement>(null);
  const built = buildLink(username, rules, filledIn(state.draft));
  const mayKeep = may(bot, 'settings.edit');
  /** A link that leaves the page is one that someone will ask about later. */
  const keep = useCallback(() => {
    if (mayKeep) keepLink(bot, toKeep(state.draft, { blanks: false })).catch(showError);
  }, [bot, mayKeep, state.draft]);
  const use: typeof state.put = (link) => {
    state.put(link);
    top.current?.scrollIntoView({ block: 'nearest' });
    top.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={classes.builder} ref={top}>
        <PartsSection bot={bot} username={username} rules={rules} state={state} built={built} history={history} />
        <LinkSection username={username} rules={rules} draft={state.draft} built={built} onTaken={keep} />
      </div>
      <div className={classes.kept}>
        <TemplatesSection bot={bot} templates={templates} draft={state.draft} built={built} rules={rules} onUse={use} />
        <HistorySection bot={bot} history={history} onUse={use} />
      </div>
    </>
  );
}
