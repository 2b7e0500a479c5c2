import type { UserSource, UserTotals } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nameValue } from '../../../../analytics/labels/name-value.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { totalsQuery, type UserRef } from '../../data/user-data.ts';
import { Facts } from './facts.tsx';
import classes from './user-head.module.css';

const models = ['first', 'last', 'last_significant'] as const;
const counts = ['actions', 'sessions', 'launches', 'payments'] as const;

/** Shows a user's sources and totals: loaded beside the profile, because they take longer. */
export function UserTotalsPanel({ user }: { user: UserRef }) {
  const { t } = useTranslation();
  const totals = useQuery(totalsQuery(user));
  return (
    <>
      <Section title={t('Conversation.head.sources')}>
        <Loaded query={totals} height={140}>
          {(data) => <Sources sources={data.sources} />}
        </Loaded>
      </Section>
      <Section title={t('Conversation.head.totals')}>
        <Loaded query={totals} height={106}>
          {(data) => <Counts totals={data} />}
        </Loaded>
      </Section>
    </>
  );
}

function Sources({ sources }: Pick<UserTotals, 'sources'>) {
  const { t, i18n } = useTranslation();
  return (
    <dl className={classes.sources}>
      {models.map((model) => (
        <div key={model}>
          <dt>{t(`Conversation.head.models.${model}`)}</dt>
          <dd>
            <bdi>{nameValue('source', sources[model].source, t, i18n.language)}</bdi>
            <Parameters {...sources[model]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Counts({ totals }: { totals: UserTotals }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const income = totals.income.map((one) => formatMoney(one.amount, one.currency, i18n.language)).join(', ');
  return (
    <Facts
      facts={[
        ...counts.flatMap((name) => {
          const count = totals[name];
          return count === null ? [] : [[t(`Conversation.head.${name}`), format.number(count)] as const];
        }),
        ...(income === '' ? [] : [[t('Conversation.head.income'), income] as const]),
      ]}
    />
  );
}

/** The parameters of a launch besides the one that is its source. */
function Parameters({ source, params }: UserSource) {
  const otherParams = Object.entries(params).filter(([, value]) => value !== source);
  if (otherParams.length === 0) return null;
  return (
    <ul className={classes.params}>
      {otherParams.map(([name, value]) => (
        <li key={name}>
          <bdi>{name}</bdi>: <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}
