import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Page, type PageProps } from '../../../ui/page.tsx';
import { useMayAdd } from './list/may-add.ts';

interface AddPageProps extends Pick<PageProps, 'title' | 'crumbs'> {
  icon: ReactNode;
  words(what: 'mayNotAdd' | 'noBot'): { title: string; text: string };
  /** The form, for bots that the account may add to; `owner` is the one that is chosen first. */
  children(own: Bot[], owner: Bot): ReactNode;
}

/** Page for adding a Mini App or a website; `bot` of the address is its owner unless another one is chosen. */
export function AddPage({ title, crumbs = [], icon, words, children }: AddPageProps) {
  const { t } = useTranslation();
  const { bot: current } = useCurrentBot();
  const { own, hasBots } = useMayAdd();
  const owner = own.find(({ key }) => key === current?.key) ?? own[0];
  return (
    <Page narrow title={title} crumbs={crumbs}>
      {owner === undefined ? (
        <EmptyState icon={icon} {...words(hasBots ? 'mayNotAdd' : 'noBot')}>
          {!hasBots && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
        </EmptyState>
      ) : (
        children(own, owner)
      )}
      <LeaveGuard />
    </Page>
  );
}
