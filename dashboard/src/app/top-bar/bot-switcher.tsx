import type { Bot } from '@botscope/contract';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconPlus, IconSelector } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { botMemory } from '../../platform/session/bot-memory.ts';
import { useCurrentBot, useSession } from '../../platform/session/session.ts';
import { BotAvatar } from '../../ui/bot-avatar.tsx';
import { DropItem, DropLine, DropLink, DropMenu } from '../../ui/drop-menu.tsx';
import { Tip } from '../../ui/tip.tsx';
import { useMenuDrawer } from '../menu/menu-context.ts';
import classes from './bot-switcher.module.css';

/** Choice of the bot that the pages show. Without own bots, and in the demo, a link to add one replaces it. */
export function BotSwitcher() {
  const { t } = useTranslation();
  const { bots, owners } = useSession();
  const { bot, demo } = useCurrentBot();
  const { close } = useMenuDrawer();
  const navigate = useNavigate();

  if (!bot || demo) {
    return (
      <Link to="/add-bot" className={classes.add} onClick={close}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
        {t('Shell.addBot')}
      </Link>
    );
  }
  const choose = (key: string) => {
    botMemory.keep({ stored: key, demo: false });
    close();
    // The address names the bot from now on: it can be shared, and a second tab may look at another bot.
    return navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, bot: key }) });
  };
  return (
    <DropMenu
      label={`${t('Shell.switchBot')}: ${bot.bot_name}`}
      align="start"
      width="anchor"
      buttonClass={classes.current}
      button={
        <>
          <BotAvatar key={bot.key} name={bot.bot_name} bot={bot} />
          <Text span inherit truncate="end" flex={1} miw={0}>
            {bot.bot_name}
          </Text>
          <Warning bot={bot} />
          <IconSelector size={16} stroke={1.6} aria-hidden className={classes.dim} />
        </>
      }
    >
      {Object.values(bots).map((each) => (
        <DropItem
          key={each.key}
          chosen={each.key === bot.key}
          icon={<BotAvatar name={each.bot_name} size={20} bot={each} />}
          mark={
            <>
              <Warning bot={each} />
              {each.key === bot.key && <IconCheck size={16} stroke={1.8} aria-hidden />}
            </>
          }
          onChoose={() => choose(each.key)}
        >
          {each.bot_name}
          {each.role !== 'owner' && (
            <span className={classes.owner}>
              {owners[each.key] ? t('Shell.sharedBy', { name: owners[each.key] }) : t('Shell.shared')}
            </span>
          )}
        </DropItem>
      ))}
      <DropLine />
      <DropLink to="/add-bot" icon={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={close}>
        {t('Shell.addBot')}
      </DropLink>
    </DropMenu>
  );
}

function Warning({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  if (bot.statusDisable) {
    return (
      <Tip text={t('General.Bots.Paused')}>
        <IconPlayerPause size={16} stroke={1.8} aria-hidden />
      </Tip>
    );
  }
  if (bot.status) return null;
  return (
    <Tip text={t('General.Bots.BotNotConnected')}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
    </Tip>
  );
}
