import { Button } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useMayAdd } from './may-add.ts';

export interface NoneYetProps {
  icon: ReactNode;
  words(what: 'noBot' | 'none' | 'noneShared'): { title: string; text: string };
  /** Leads to the form. */
  children: ReactNode;
}

/** Empty state of an account without a Mini App or a website. */
export function NoneYet({ icon, words, children }: NoneYetProps) {
  const { t } = useTranslation();
  const { hasBots, mayAdd } = useMayAdd();
  const reason = !hasBots ? 'noBot' : mayAdd ? 'none' : 'noneShared';
  return (
    <EmptyState icon={hasBots ? icon : <IconRobot size={36} stroke={1.4} />} {...words(reason)}>
      {!hasBots && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
      {mayAdd && children}
    </EmptyState>
  );
}
