import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BotAvatar } from '../ui/bot-avatar.tsx';
import { botMemory } from './bot-memory.ts';
import classes from './bot-switcher.module.css';
import { useMenuDrawer } from './menu-context.ts';
import { useCurrentBot, useSession } from './session.ts';

/** Which bot the pages speak about. Without own bots, and in the demo, the way to add one stands here instead. */
export function BotSwitcher() {
  const { t } = useTranslation();
  const { bots } = useSession();
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
    return navigate({ to: '.', search: (kept) => ({ ...kept, bot: key }) });
  };
  return (
    <Menu position="bottom-start" width="target" offset={4}>
      <Menu.Target>
        <UnstyledButton className={classes.current} aria-label={`${t('Shell.switchBot')}: ${bot.bot_name}`}>
          <BotAvatar name={bot.bot_name} />
          <span className={classes.name}>{bot.bot_name}</span>
          {!bot.status && <NotConnected />}
          <IconSelector size={16} stroke={1.6} aria-hidden className={classes.dim} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {Object.values(bots).map((each) => (
          <Menu.Item
            key={each.key}
            aria-current={each.key === bot.key ? 'true' : undefined}
            leftSection={<BotAvatar name={each.bot_name} size={20} />}
            rightSection={
              <>
                {!each.status && <NotConnected />}
                {each.key === bot.key && <IconCheck size={16} stroke={1.8} aria-hidden />}
              </>
            }
            onClick={() => choose(each.key)}
          >
            <span className={classes.name}>{each.bot_name}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <Link to="/add-bot" {...props} />}
          onClick={close}
        >
          {t('Shell.addBot')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NotConnected() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('General.Bots.BotNotConnected')}>
      <span role="img" aria-label={t('General.Bots.BotNotConnected')} className={classes.warning}>
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      </span>
    </Tooltip>
  );
}
