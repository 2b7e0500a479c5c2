import type { PageStatus } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { DropItem, DropLine, DropMenu } from '../../../../ui/drop-menu.tsx';

interface ScriptActionsProps {
  name: string;
  status: PageStatus;
  /** @throws ApiError */
  onSet(status: PageStatus): Promise<unknown>;
}

/** Buttons of a Mini App or a website. Pausing and archiving can be undone, so neither asks for confirmation. */
export function ScriptActions({ name, status, onSet }: ScriptActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run: set } = useAction(async (newStatus: PageStatus) => {
    await onSet(newStatus);
    showDone(t(`PageScript.done.${newStatus}`, { name }));
  });
  const open = (dialog: string) =>
    void navigate({ to: '.', search: (oldSearch: object) => ({ ...oldSearch, dialog }) });
  const isOn = status === 'enabled';
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={() => set(isOn ? 'paused' : 'enabled')}
      >
        {t(`PageScript.actions.${isOn ? 'pause' : status === 'paused' ? 'resume' : 'restore'}`)}
      </Button>
      <DropMenu label={t('PageScript.actions.of', { name })} button={<IconDots size={18} stroke={1.6} aria-hidden />}>
        <DropItem onChoose={() => open('edit')}>{t('PageScript.actions.edit')}</DropItem>
        <DropItem onChoose={() => open('key')}>{t('PageScript.actions.key')}</DropItem>
        {status !== 'archived' && (
          <DropItem onChoose={() => set('archived')}>{t('PageScript.actions.archive')}</DropItem>
        )}
        <DropLine />
        <DropItem danger onChoose={() => open('remove')}>
          {t('PageScript.actions.remove')}
        </DropItem>
      </DropMenu>
    </>
  );
}
