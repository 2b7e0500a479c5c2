import { api, type Bot, type CampaignAudience } from '@botscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../../platform/api/call.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { may } from '../../../../../platform/session/bot-data.ts';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { useVariableName } from '../../../shared/use-variable-name.ts';

/** Counts the users of an audience whose time zone is known. Another audience cancels the request. */
const timeZonesQuery = (key: string, audience: CampaignAudience) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign-time-zones', audience],
    queryFn: ({ signal }) => call(api.countTimeZones, { params: { key }, body: audience, signal }),
  });

interface KnownZonesProps {
  bot: Bot;
  audience: CampaignAudience;
  /** Sentence about users whose time zone is unknown. */
  others: string;
}

/** Shows for how many users of the audience the time zone is known, by which source, and what applies to the others. */
export function KnownZones({ bot, audience, others }: KnownZonesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useVariableName(bot);
  const { data } = useQuery(timeZonesQuery(bot.key, audience));
  if (data === undefined) return null;
  const { by_field: ofField, by_country: ofCountry, unknown, wrong, field } = data;
  const knownCount = ofField + ofCountry;
  const total = knownCount + unknown;
  const isAll = unknown === 0 && total > 0;
  const words = [
    t(isAll ? 'CampaignTiming.known.all' : 'CampaignTiming.known.some', {
      count: total,
      number: format.number(total),
      known: format.number(knownCount),
    }),
    field !== null &&
      t('CampaignTiming.known.field', { name: nameOf(`field.${field}`), number: format.number(ofField) }),
    ofCountry > 0 && t('CampaignTiming.known.country', { number: format.number(ofCountry) }),
    unknown > 0 && others,
    wrong > 0 && t('CampaignTiming.known.wrong', { count: wrong, number: format.number(wrong) }),
  ];
  return (
    <Note role="status">
      {words.filter((one) => one !== false).join(' ')}
      {field === null && !bot.is_demo && (
        <>
          {' '}
          {t('CampaignTiming.choose')}{' '}
          {may(bot, 'settings.view') && (
            <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'mailing' }}>
              {t('CampaignTiming.settings')}
            </TextLink>
          )}
        </>
      )}
    </Note>
  );
}
