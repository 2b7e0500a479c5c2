import type { Bot } from '@botscope/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from './bot-data.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

/** What can be done with one bot of the list, as far as the account may. */
export function BotActions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'rotate' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end" offset={4} width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="dimmed" size={32} aria-label={t('Bots.actionsOf', { name: bot.bot_name })}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item renderRoot={(props) => <Link to="/" search={{ bot: bot.key }} {...props} />}>
            {t('Bots.statistics')}
          </Menu.Item>
          <Menu.Item renderRoot={(props) => <Link to="/bots/$key" params={{ key: bot.key }} {...props} />}>
            {t('Bots.open')}
          </Menu.Item>
          {may(bot, 'settings.edit') && (
            <Menu.Item onClick={() => setDialog('rename')}>{t('Bots.rename')}</Menu.Item>
          )}
          {may(bot, 'secure.manage') && (
            <>
              <Menu.Item onClick={() => setDialog('rotate')}>{t('Bots.rotate')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item c="var(--bs-bad)" onClick={() => setDialog('remove')}>
                {t('Bots.remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog bot={bot} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog bot={bot} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog bot={bot} onClose={close} />}
    </>
  );
}
