import type { Bot, Campaign, CampaignResults } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { isBeingSent, resultsQuery } from '../../data/campaigns-data.ts';
import { NumberInfo } from '../../shared/number-info.tsx';
import { useReasonText } from '../../shared/use-reason-text.ts';
import classes from './campaign.module.css';

/** Why it was not delivered, who left after it, what was pressed. */
export function ResultsSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const query = useQuery(resultsQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  return (
    <Section title={t('Campaigns.results.title')}>
      <Loaded query={query} height={240}>
        {(results) => (
          <>
            <Numbers results={results} />
            {results.reasons.length > 0 && <Reasons bot={bot} reasons={results.reasons} />}
            {results.buttons.length > 0 && <Buttons buttons={results.buttons} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Numbers({ results }: { results: CampaignResults }) {
  const { t } = useTranslation();
  const format = useFormat();
  const average = results.stat_avg_time_left;
  const numbers = [
    ['active', format.number(results.active_users)],
    ['left1', format.number(results.stat_left_users_1)],
    ['left2', format.number(results.stat_left_users_2)],
    ['left3', format.number(results.stat_left_users_3)],
    ['average', average === null ? '—' : format.duration(average)],
  ] as const;
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>
            {t(`Campaigns.results.${name}.name`)}{' '}
            <NumberInfo
              name={t('Campaigns.about', { name: t(`Campaigns.results.${name}.name`) })}
              text={t(`Campaigns.results.${name}.text`)}
            />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Reason = CampaignResults['reasons'][number];

function Reasons({ bot, reasons }: { bot: Bot; reasons: readonly Reason[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonText = useReasonText();
  const mayList = may(bot, 'tasker.users.list');
  const columns: readonly DataColumn<Reason>[] = [
    {
      id: 'reason',
      name: t('Campaigns.results.reason'),
      isRowName: true,
      cell: ({ reason }) =>
        mayList ? (
          <TextLink to="." search={(old: object) => ({ ...old, group: undefined, reason })} hash="recipients">
            {reasonText(reason)}
          </TextLink>
        ) : (
          reasonText(reason)
        ),
    },
    {
      id: 'count',
      name: t('Campaigns.results.users'),
      align: 'end',
      cell: ({ count }) => format.number(count),
    },
  ];
  return (
    <div className={classes.block}>
      <h3>{t('Campaigns.results.reasons')}</h3>
      <DataTable
        label={t('Campaigns.results.reasons')}
        look="lines"
        columns={columns}
        rows={reasons}
        rowId={({ reason }) => reason}
      />
    </div>
  );
}

type Pressed = CampaignResults['buttons'][number];

function Buttons({ buttons }: { buttons: readonly Pressed[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Pressed>[] = [
    { id: 'text', name: t('Campaigns.results.button'), isRowName: true, cell: ({ text }) => <bdi>{text}</bdi> },
    { id: 'users', name: t('Campaigns.results.users'), align: 'end', cell: ({ users }) => format.number(users) },
    {
      id: 'presses',
      name: t('Campaigns.results.presses'),
      align: 'end',
      cell: ({ presses }) => format.number(presses),
    },
  ];
  return (
    <div className={classes.block}>
      <h3>{t('Campaigns.results.buttons')}</h3>
      <DataTable
        label={t('Campaigns.results.buttons')}
        look="lines"
        columns={columns}
        rows={buttons}
        rowId={({ callback_data }, index) => `${index} ${callback_data}`}
      />
    </div>
  );
}
