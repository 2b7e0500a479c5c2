import type { Bot, Campaign, CampaignResults } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Under } from '../../../../ui/words.tsx';
import { isBeingSent, resultsQuery } from '../../data/campaigns-data.ts';
import { NumberName } from '../../shared/number-info.tsx';
import { useReasonText } from '../../shared/use-reason-text.ts';
import classes from './campaign.module.css';
import { ResultTable } from './result-table.tsx';
import { UsersLink } from './users-link.tsx';

/** Why it was not delivered, who left after it, what was pressed. */
export function ResultsSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const query = useQuery(resultsQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  return (
    <Section title={t('Campaigns.results.title')}>
      <Loaded query={query} height={240}>
        {(results) => (
          <>
            <Numbers bot={bot} results={results} />
            {results.reasons.length > 0 && <Reasons bot={bot} reasons={results.reasons} />}
            {results.buttons.length > 0 && <Buttons bot={bot} buttons={results.buttons} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Numbers({ bot, results }: { bot: Bot; results: CampaignResults }) {
  const { t } = useTranslation();
  const format = useFormat();
  const average = results.stat_avg_time_left;
  const usual = results.usual_left_users;
  const numbers = [
    ['active', 'active', results.active_users],
    ['left1', 'left:1', results.stat_left_users_1, usual?.[0]],
    ['left2', 'left:2', results.stat_left_users_2, usual?.[1]],
    ['left3', 'left:3', results.stat_left_users_3, usual?.[2]],
    ['complained', 'complained', results.complained_users],
  ] as const;
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, outcome, users, usually]) => (
        <div key={name}>
          <dt>
            <NumberName name={t(`Campaigns.results.${name}.name`)} text={t(`Campaigns.results.${name}.text`)} />
          </dt>
          <dd>
            <UsersLink bot={bot} outcome={outcome} users={users}>
              {format.number(users)}
            </UsersLink>
            {usually !== undefined && (
              <Under>{t('CampaignVariants.left.usual', { number: format.number(Math.round(usually)) })}</Under>
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <NumberName name={t('Campaigns.results.average.name')} text={t('Campaigns.results.average.text')} />
        </dt>
        <dd>{average === null ? '—' : format.duration(average)}</dd>
      </div>
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
          <TextLink
            to="."
            search={(oldSearch: object) => ({ ...oldSearch, group: undefined, reason })}
            hash="recipients"
          >
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
    <ResultTable
      title={t('Campaigns.results.reasons')}
      columns={columns}
      rows={reasons}
      rowId={({ reason }) => reason}
    />
  );
}

type Pressed = CampaignResults['buttons'][number];

function Buttons({ bot, buttons }: { bot: Bot; buttons: readonly Pressed[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Pressed>[] = [
    { id: 'text', name: t('Campaigns.results.button'), isRowName: true, cell: ({ text }) => <bdi>{text}</bdi> },
    {
      id: 'users',
      name: t('Campaigns.results.users'),
      align: 'end',
      cell: (button) => (
        <UsersLink bot={bot} outcome={`pressed:${buttons.indexOf(button)}`} users={button.users}>
          {format.number(button.users)}
        </UsersLink>
      ),
    },
    {
      id: 'presses',
      name: t('Campaigns.results.presses'),
      align: 'end',
      cell: ({ presses }) => format.number(presses),
    },
  ];
  return (
    <ResultTable
      title={t('Campaigns.results.buttons')}
      columns={columns}
      rows={buttons}
      rowId={({ callback_data }, index) => `${index} ${callback_data}`}
    />
  );
}
