import type { Bot, Member } from '@botscope/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { Section } from '../../../../ui/section.tsx';
import { useOpened } from './use-opened.ts';

/** Asks for a proof in the words of the profile, which nothing else of this page needs. */
const TransferDialog = lazy(
  withTexts(['Auth', 'Profile'], async () => ({
    default: (await import('./transfer-dialog.tsx')).TransferDialog,
  })),
);

/** The owner's: makes someone else the owner. */
export function TransferSection({ bot, members }: { bot: Bot; members: readonly Member[] }) {
  const { t } = useTranslation();
  const { opened, colleague, open, close } = useOpened();
  const candidates = members.filter(({ role }) => role !== 'owner');
  return (
    <Section title={t('Permissions.transfer.title')}>
      <p>{candidates.length === 0 ? t('Permissions.transfer.nobody') : t('Permissions.transfer.text')}</p>
      {candidates.length > 0 && (
        <Button variant="default" size="compact-md" onClick={() => open('transfer')}>
          {t('Permissions.transfer.open')}
        </Button>
      )}
      {opened === 'transfer' && candidates.length > 0 && (
        <Suspense>
          <TransferDialog bot={bot} candidates={candidates} colleague={colleague} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}
