import { type Bot, builtInTargets, type Target } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconTargetOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Section } from '../../../../ui/section.tsx';
import { targetsQuery } from '../../public/targets-data.ts';
import { NoTargets } from '../../shared/no-targets.tsx';
import { nameOf } from '../../shared/target-words.ts';
import { ApiLines } from './api-lines.tsx';
import { removeWithUndo } from './remove-target.ts';
import { TargetForm } from './target-form.tsx';

/** One target of the current bot; `new` makes one. */
export function TargetPage() {
  const { t } = useTranslation();
  const { targetId } = useParams({ from: '/layout/targets/$targetId' });
  const { bot } = useCurrentBot();
  const crumbs = [{ label: t('Conversions.targets.title'), to: '/targets' as const }];
  if (!bot || !may(bot, 'convers.view')) {
    return (
      <Page title={t('Conversions.targets.title')}>
        <NoTargets bot={bot} />
      </Page>
    );
  }
  if (targetId === 'new') {
    return (
      <Page narrow title={t('Conversions.form.newTitle')} crumbs={crumbs}>
        {may(bot, 'convers.manage') ? (
          <TargetForm bot={bot} target={null} key={bot.key} />
        ) : (
          <NoTarget why="mayNotMake" />
        )}
        <LeaveGuard />
      </Page>
    );
  }
  return <KnownTarget bot={bot} id={targetId} crumbs={crumbs} key={`${bot.key} ${targetId}`} />;
}

interface KnownTargetProps {
  bot: Bot;
  id: string;
  crumbs: readonly { label: string; to: '/targets' }[];
}

function KnownTarget({ bot, id, crumbs }: KnownTargetProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery(targetsQuery(bot.key));
  const target = query.data?.find(({ target_id }) => String(target_id) === id);
  const title = target ? nameOf(t, target) : t('Conversions.target');
  const remove = async (removedTarget: Target) => {
    if (await removeWithUndo(bot.key, removedTarget)) await navigate({ to: '/targets' });
  };
  return (
    <Page
      narrow
      title={title}
      crumbs={crumbs}
      actions={
        target &&
        !target.built_in &&
        may(bot, 'convers.manage') && (
          <Button variant="default" onClick={() => remove(target)}>
            {t('Conversions.targets.remove')}
          </Button>
        )
      }
    >
      <Loaded query={query} height={320}>
        {() => (target ? <Content bot={bot} target={target} /> : <NoTarget why="missing" />)}
      </Loaded>
      <LeaveGuard />
    </Page>
  );
}

function Content({ bot, target }: { bot: Bot; target: Target }) {
  const { t } = useTranslation();
  if (target.target_id === builtInTargets.purchase) {
    return (
      <Section title={t('Conversions.targets.purchase.title')}>
        <p>{t('Conversions.targets.purchase.text')}</p>
        <p>{t('Conversions.targets.purchase.nothing')}</p>
      </Section>
    );
  }
  if (target.target_id === builtInTargets.sale) {
    return (
      <Section title={t('Conversions.targets.sale.title')}>
        <p>{t('Conversions.targets.sale.text')}</p>
        <ApiLines bot={bot} id={target.target_id} />
      </Section>
    );
  }
  return (
    <>
      {!may(bot, 'convers.manage') && <Notice>{t('Conversions.form.readOnly')}</Notice>}
      <TargetForm bot={bot} target={target} />
      <Section title={t('Conversions.api.title')}>
        <p>{t(target.trigger.kind === 'api' ? 'Conversions.api.text' : 'Conversions.api.orApi')}</p>
        <ApiLines bot={bot} id={target.target_id} />
      </Section>
    </>
  );
}

/** `mayNotMake`: anyone who looks at the targets of others, or of the demo, makes none. */
function NoTarget({ why }: { why: 'missing' | 'mayNotMake' }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconTargetOff size={36} stroke={1.4} />}
      title={t(`Conversions.form.${why}.title`)}
      text={t(`Conversions.form.${why}.text`)}
    >
      <Button renderRoot={(props) => <Link to="/targets" {...props} />}>{t('Conversions.form.toTargets')}</Button>
    </EmptyState>
  );
}
