import type { Bot, CampaignAudience } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { audienceQuery } from '../../data/campaigns-data.ts';
import { NumberName } from '../../shared/number-info.tsx';
import classes from './editor.module.css';

const groups = ['can_get', 'left', 'never_started', 'excluded', 'unsubscribed'] as const;
/** Pause after which typing counts as ended, ms. */
const pauseMs = 300;

/** Shows how many users get the message and why others do not. It follows every change and cancels earlier requests. */
export function AudienceSize({ bot, audience }: { bot: Bot; audience: CampaignAudience }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [settled] = useDebouncedValue(audience, pauseMs);
  const query = useQuery({ ...audienceQuery(bot.key, settled), placeholderData: keepPreviousData });
  if (query.error && !query.isFetching)
    return (
      <p role="alert" className={classes.wrong}>
        {failureText(codeOf(query.error))}
      </p>
    );
  const counts = query.data;
  if (counts === undefined) return <Skeleton height={120} aria-hidden />;
  const isStale = query.isPlaceholderData || settled !== audience;
  return (
    <div role="status" aria-busy={isStale}>
      <dl className={classes.counts} data-stale={isStale || undefined}>
        {groups.map((group) => (
          <div key={group}>
            <dt>
              <NumberName name={t(`CampaignEditor.size.${group}.name`)} text={t(`CampaignEditor.size.${group}.text`)} />
            </dt>
            <dd>{format.number(counts[group])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
