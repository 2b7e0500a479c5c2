import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Facts, Section } from '../../../../ui/section.tsx';
import { BotStatusDot } from '../../../bots/public/bot-status-dot.tsx';
import { RenameDialog } from '../../../bots/public/rename-dialog.tsx';

/** Facts that Botscope itself knows about the bot; needs no token. */
export function FactsSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const moment = (value: string | null) => (value ? format.moment(value) : t('Bots.noUpdates'));
  return (
    <Section
      title={t('BotProfile.facts.title')}
      actions={
        may(bot, 'settings.edit') && (
          <Button variant="default" size="compact-md" onClick={() => setRenaming(true)}>
            {t('Bots.rename')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('Bots.about.name'), bot.bot_name],
          [t('Bots.columns.status'), <BotStatusDot key="status" bot={bot} />],
          [t('BotProfile.facts.way'), t(`BotProfile.facts.ways.${bot.connection_type}_${bot.delivery_method}`)],
          [t('BotProfile.facts.calls'), t(`BotProfile.facts.sends.${bot.delivery_method_send}`)],
          [t('Bots.connection.first'), moment(bot.first_update_at)],
          [t('Bots.connection.last'), moment(bot.last_update_at)],
          ...(bot.last_call_at === null
            ? []
            : ([[t('BotProfile.facts.lastCall'), format.moment(bot.last_call_at)]] as const)),
          [t('Bots.about.added'), format.date(bot.date_added)],
          [t('Bots.about.key'), <code key="key">{bot.key}</code>],
        ]}
      />
      {renaming && <RenameDialog bot={bot} onClose={() => setRenaming(false)} />}
    </Section>
  );
}
