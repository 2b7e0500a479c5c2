import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { exampleUsersQuery } from '../data/template-values.ts';

/** In the demo nobody knows an ID: one of the simulated users is offered. */
export function TestSimulated({ bot, busy, onChoose }: { bot: Bot; busy: boolean; onChoose(id: string): void }) {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  const users = useQuery({ ...exampleUsersQuery(bot.key, ['status', 'chat']), enabled: demo }).data?.users ?? [];
  const user = users.find(({ status, chat }) => status === 'live' && chat === 'open');
  if (!demo || user === undefined) return null;
  return (
    <Button variant="subtle" disabled={busy} onClick={() => onChoose(String(user.user_id))}>
      {t('CampaignDemo.test')}
    </Button>
  );
}
