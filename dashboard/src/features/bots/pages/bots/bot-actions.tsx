import type { Bot } from '@botscope/contract';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import { DropItem, DropLine, DropLink, DropMenu } from '../../../../ui/drop-menu.tsx';
import { pauseBot } from '../../public/pause-bot.ts';
import { RemoveDialog } from '../../public/remove-dialog.tsx';
import { RenameDialog } from '../../public/rename-dialog.tsx';
import { RotateDialog } from '../../public/rotate-dialog.tsx';

/** Actions for one bot of the list, as far as the account may. */
export function BotActions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'rotate' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <DropMenu
        label={t('Bots.actionsOf', { name: bot.bot_name })}
        button={<IconDots size={18} stroke={1.6} aria-hidden />}
      >
        {readsAny(bot) && (
          <DropLink to="/" search={{ bot: bot.key }}>
            {t('Bots.statistics')}
          </DropLink>
        )}
        <DropLink to="/bot/$key" params={{ key: bot.key }}>
          {t('Bots.page.screen')}
        </DropLink>
        <DropLink to="/bots/$key" params={{ key: bot.key }}>
          {t('Bots.open')}
        </DropLink>
        <DropLink to="/bots/$key/permissions" params={{ key: bot.key }}>
          {t('Menu.access')}
        </DropLink>
        {may(bot, 'settings.edit') && (
          <>
            <DropItem onChoose={() => setDialog('rename')}>{t('Bots.rename')}</DropItem>
            <DropItem onChoose={() => void pauseBot(bot, !bot.statusDisable, t)}>
              {t(bot.statusDisable ? 'Bots.resume' : 'Bots.pause')}
            </DropItem>
          </>
        )}
        {may(bot, 'secure.manage') && (
          <>
            <DropItem onChoose={() => setDialog('rotate')}>{t('Bots.rotate')}</DropItem>
            <DropLine />
            <DropItem danger onChoose={() => setDialog('remove')}>
              {t('Bots.remove')}
            </DropItem>
          </>
        )}
      </DropMenu>
      {dialog === 'rename' && <RenameDialog bot={bot} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog bot={bot} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog bot={bot} onClose={close} />}
    </>
  );
}
