import type { PageStatus } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DropItem, DropLine, DropMenu } from '../../../ui/drop-menu.tsx';
import { useOpenDialog } from '../data/page-search.ts';

const tones = { enabled: 'good', paused: 'warn', archived: 'plain' } as const;

/** Status badge of a Mini App or a website. */
export function StatusBadge({ status }: { status: PageStatus }) {
  const { t } = useTranslation();
  return <Badge tone={tones[status]}>{t(`Pages.status.${status}`)}</Badge>;
}

interface PageActionsProps {
  name: string;
  status: PageStatus;
  /** @throws ApiError */
  onSet(status: PageStatus): Promise<unknown>;
}

/** Buttons of a Mini App or a website. Pausing and archiving can be undone, so neither asks for confirmation. */
export function PageActions({ name, status, onSet }: PageActionsProps) {
  const { t } = useTranslation();
  const open = useOpenDialog();
  const { busy, run: set } = useAction(async (newStatus: PageStatus) => {
    await onSet(newStatus);
    showDone(t(`Pages.done.${newStatus}`, { name }));
  });
  const isOn = status === 'enabled';
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={() => set(isOn ? 'paused' : 'enabled')}
      >
        {t(`Pages.actions.${isOn ? 'pause' : status === 'paused' ? 'resume' : 'restore'}`)}
      </Button>
      <DropMenu label={t('Pages.actions.of', { name })} button={<IconDots size={18} stroke={1.6} aria-hidden />}>
        <DropItem onChoose={() => open('edit')}>{t('Pages.actions.edit')}</DropItem>
        <DropItem onChoose={() => open('key')}>{t('Pages.actions.key')}</DropItem>
        {status !== 'archived' && <DropItem onChoose={() => set('archived')}>{t('Pages.actions.archive')}</DropItem>}
        <DropLine />
        <DropItem danger onChoose={() => open('remove')}>
          {t('Pages.actions.remove')}
        </DropItem>
      </DropMenu>
    </>
  );
}
