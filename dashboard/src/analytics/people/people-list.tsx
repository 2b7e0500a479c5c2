import type { ReportPerson, ReportType } from '@botscope/contract';
import { Box, Button, Flex, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatValue } from '../../charts/prepare/units.ts';
import { codeOf } from '../../platform/api/api-error.ts';
import { failureText } from '../../platform/errors/error-mapping.ts';
import { useFormat } from '../../platform/i18n/format.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { nameValue } from '../labels/name-value.ts';
import type { ReportView } from '../question/report-search.ts';
import type { CellRef } from './cell-ref.ts';
import classes from './people-drawer.module.css';
import { fullName, useReportPeople } from './people-query.ts';

interface PeopleListProps {
  bot: string;
  type: ReportType;
  view: ReportView;
  cellRef: CellRef;
}

/** People, those seen last first, fifty more at a time. */
export function PeopleList({ bot, type, view, cellRef }: PeopleListProps) {
  const { t, i18n } = useTranslation();
  const query = useReportPeople(bot, type, view, cellRef);
  if (query.error && !query.data) {
    const code = codeOf(query.error);
    return (
      <div className={classes.message} role="alert">
        <p>{code === 'InvalidPlace' ? t('Reports.persons.impossible') : failureText(code)}</p>
        {code !== 'InvalidPlace' && (
          <Button variant="default" size="xs" onClick={() => query.refetch()}>
            {t('General.Retry')}
          </Button>
        )}
      </div>
    );
  }
  if (!query.data) {
    return (
      <output>
        <Skeleton height={320} aria-hidden />
        <VisuallyHidden>{t('Reports.persons.loading')}</VisuallyHidden>
      </output>
    );
  }
  const people = query.data.pages.flatMap((page) => page.people);
  const total = query.data.pages.at(-1)?.total ?? 0;
  if (people.length === 0) return <p className={classes.message}>{t('Reports.persons.nobody')}</p>;
  const number = (value: number) => formatValue(value, 'users', i18n.language);
  return (
    <>
      <Text my={8} c="dimmed" fz="xs" role="status">
        {t('Reports.persons.shown', { shown: number(people.length), total: number(total) })}
      </Text>
      <Box component="ul" mb={12}>
        {people.map((person) => (
          <Person key={person.user_id} person={person} />
        ))}
      </Box>
      {query.hasNextPage && (
        <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('Reports.persons.more')}
        </Button>
      )}
    </>
  );
}

function Person({ person }: { person: ReportPerson }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const labelValue = (dimension: 'source' | 'language', value: string) => nameValue(dimension, value, t, i18n.language);
  return (
    <li className={classes.person}>
      <Flex columnGap={8} wrap="wrap" align="baseline">
        <TextLink
          to="/users/$userId"
          params={{ userId: String(person.user_id) }}
          search={({ lang, bot }) => ({ lang, bot })}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{fullName(person) || t('Reports.persons.noName')}</bdi>
        </TextLink>
        {person.username && (
          <Box component="span" c="dimmed">
            @{person.username}
          </Box>
        )}
        {person.is_premium && <span className={classes.premium}>{t('Reports.persons.premium')}</span>}
      </Flex>
      <dl className={classes.facts}>
        <Fact name={t('Reports.persons.source')} value={labelValue('source', person.source)} />
        <Fact name={t('Reports.persons.language')} value={labelValue('language', person.language)} />
        <Fact name={t('Reports.persons.first')} value={format.date(person.first_time)} />
        <Fact name={t('Reports.persons.last')} value={format.moment(person.last_time)} />
      </dl>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  );
}
