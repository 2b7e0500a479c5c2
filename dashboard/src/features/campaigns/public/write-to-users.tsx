import { type Bot, type CampaignAudience, maxCampaignIds, parseRules, type SegmentMembers } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../platform/errors/use-action.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { createCampaign } from '../data/campaigns-data.ts';

interface WriteToUsersProps {
  bot: Bot;
  members: SegmentMembers;
  /** Number of selected users. */
  count: number;
  /** Keeps a selection that is more than rules, and gives the segment's id. */
  keep(name: string, members: SegmentMembers): Promise<number>;
}

/** Begins a campaign to the selected users. Needs the texts `Users`. */
export function WriteToUsers({ bot, members, count, keep }: WriteToUsersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useAction(async () => {
    const name = t('Users.write.name', { count, number: count });
    const audience = toAudience(members) ?? ofSegment(await keep(name, members));
    const { campaign_id } = await createCampaign(bot.key, { name, audience });
    await navigate({ to: '/mailing/edit-campaign/{-$campaignId}', params: { campaignId: String(campaign_id) } });
  });
  if (
    !may(bot, 'tasker.task.create') ||
    (toAudience(members) === null && (bot.is_demo || !may(bot, 'tasker.list.save')))
  )
    return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSend size={14} aria-hidden />}
      disabled={busy}
      onClick={() => void run()}
    >
      {t('Users.write.button')}
    </Button>
  );
}

type NewAudience = Pick<CampaignAudience, 'kind' | 'rules' | 'user_ids'>;

/** Null where rules cannot say it: a search, a report's number, or more IDs than a campaign takes. */
export function toAudience(members: SegmentMembers): NewAudience | null {
  if ('user_ids' in members) {
    return members.user_ids.length <= maxCampaignIds ? { kind: 'ids', user_ids: members.user_ids } : null;
  }
  const { rules = '', search = '', number = '' } = members.selection;
  const parsedRules = parseRules(rules);
  if (search !== '' || number !== '' || parsedRules === null) return null;
  return parsedRules.rules.length === 0 ? { kind: 'all' } : { kind: 'rules', rules: parsedRules };
}

const ofSegment = (id: number): NewAudience => ({
  kind: 'rules',
  rules: { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] },
});
