import type { Bot } from '@botscope/contract';
import { Button, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../platform/session/bot-data.ts';
import classes from './need-token.module.css';

/** Instead of something that only the token opens: what it would be, and the way to add the token. */
export function NeedToken({ bot, text }: { bot: Bot; text: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.need}>
      <IconKey size={22} stroke={1.5} aria-hidden />
      <div>
        <Text inherit fw={500}>
          {t('BotProfile.needToken.title')}
        </Text>
        <p className={classes.text}>{text}</p>
        {may(bot, 'secure.manage') ? (
          <Button
            variant="default"
            size="compact-md"
            renderRoot={(props) => (
              <Link to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }} hash="token" {...props} />
            )}
          >
            {t('BotProfile.needToken.add')}
          </Button>
        ) : (
          <p className={classes.text}>{t('BotProfile.needToken.ask')}</p>
        )}
      </div>
    </div>
  );
}
