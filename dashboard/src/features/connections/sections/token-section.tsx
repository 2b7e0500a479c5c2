import type { Bot } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { RemoveTokenDialog } from '../token/remove-token-dialog.tsx';
import { TokenDialog } from '../token/token-dialog.tsx';

/** The bot's token: whether it is here, and to add, change or delete it. Other pages link to it as `#token`. */
export function TokenSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <div id="token">
      <Section title={t('Connection.tokenSection.title')}>
        <p>{t(bot.has_token ? 'Connection.tokenSection.has' : 'Connection.tokenSection.none')}</p>
        {may(bot, 'secure.manage') && (
          <Flex gap={8} wrap="wrap">
            <Button variant="default" onClick={() => setDialog('set')}>
              {t(bot.has_token ? 'Connection.tokenSection.change' : 'Connection.tokenSection.add')}
            </Button>
            {bot.has_token && (
              <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setDialog('remove')}>
                {t('Connection.tokenSection.remove')}
              </Button>
            )}
          </Flex>
        )}
      </Section>
      {dialog === 'set' && <TokenDialog bot={bot} onClose={close} />}
      {dialog === 'remove' && <RemoveTokenDialog bot={bot} onClose={close} />}
    </div>
  );
}
