import type { Bot, Target } from '@botscope/contract';
import { Box, Button } from '@mantine/core';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Section } from '../../../../ui/section.tsx';
import { targetsQuery } from '../../public/targets-data.ts';
import { NoTargets } from '../../shared/no-targets.tsx';
import { ApiLines } from './api-lines.tsx';
import { TargetTable } from './target-table.tsx';
import classes from './targets.module.css';

/** Targets of the current bot: the events that count as a success. */
export function TargetsPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'convers.view')) {
    return (
      <Page title={t('Conversions.targets.title')}>
        <NoTargets bot={bot} />
      </Page>
    );
  }
  return <Targets bot={bot} key={bot.key} />;
}

function Targets({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(targetsQuery(bot.key));
  const mayManage = may(bot, 'convers.manage');
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/targets/$targetId" params={{ targetId: 'new' }} {...props} />}
    >
      {t('Conversions.targets.add')}
    </Button>
  );
  return (
    <Page title={t('Conversions.targets.title')} actions={mayManage && add}>
      <p className={classes.text}>{t('Conversions.targets.text')}</p>
      <Loaded query={query} height={240}>
        {(targets) => (
          <>
            <TargetTable bot={bot} targets={targets} />
            {!hasOwn(targets) && (
              <Box mt={16}>
                <EmptyState
                  icon={<IconTargetArrow size={36} stroke={1.4} />}
                  title={t('Conversions.targets.empty.title')}
                  text={t('Conversions.targets.empty.text')}
                >
                  {mayManage && add}
                </EmptyState>
              </Box>
            )}
          </>
        )}
      </Loaded>
      <div className={classes.more}>
        <Section title={t('Conversions.targets.sale.title')}>
          <p>{t('Conversions.targets.sale.text')}</p>
          <ApiLines bot={bot} id={1} />
        </Section>
        <Section title={t('Conversions.targets.purchase.title')}>
          <p>{t('Conversions.targets.purchase.text')}</p>
          <p>{t('Conversions.targets.purchase.nothing')}</p>
        </Section>
      </div>
    </Page>
  );
}

const hasOwn = (targets: readonly Target[]): boolean => targets.some((target) => !target.built_in);
