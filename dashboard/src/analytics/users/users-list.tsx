import type { ReportType, ReportUser } from '@botscope/contract';
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
import classes from './users-drawer.module.css';
import { fullName, useReportUsers } from './users-query.ts';

interface UsersListProps {
  bot: string;
  type: ReportType;
  view: ReportView;
  cellRef: CellRef;
}

/** Users, those seen last first, fifty more at a time. */
export function UsersList({ bot, type, view, cellRef }: UsersListProps) {
  const { t, i18n } = useTranslation();
  const query = useReportUsers(bot, type, view, cellRef);
  if (query.error && !query.data) {
    const code = codeOf(query.error);
    return (
      <div className={classes.message} role="alert">
        <p>{code === 'InvalidPlace' ? t('Reports.usersBehind.impossible') : failureText(code)}</p>
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
        <VisuallyHidden>{t('Reports.usersBehind.loading')}</VisuallyHidden>
      </output>
    );
  }
  const users = query.data.pages.flatMap((page) => page.users);
  const total = query.data.pages.at(-1)?.total ?? 0;
  if (users.length === 0) return <p className={classes.message}>{t('Reports.usersBehind.nobody')}</p>;
  const number = (value: number) => formatValue(value, 'users', i18n.language);
  return (
    <>
      <Text my={8} c="dimmed" fz="xs" role="status">
        {t('Reports.usersBehind.shown', { shown: number(users.length), total: number(total) })}
      </Text>
      <Box component="ul" mb={12}>
        {users.map((user) => (
          <User key={user.user_id} user={user} />
        ))}
      </Box>
      {query.hasNextPage && (
        <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('Reports.usersBehind.more')}
        </Button>
      )}
    </>
  );
}

function User({ user }: { user: ReportUser }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const labelValue = (dimension: 'source' | 'language', value: string) => nameValue(dimension, value, t, i18n.language);
  return (
    <li className={classes.user}>
      <Flex columnGap={8} wrap="wrap" align="baseline">
        <TextLink
          to="/users/$userId"
          params={{ userId: String(user.user_id) }}
          search={({ lang, bot }) => ({ lang, bot })}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{fullName(user) || t('Reports.usersBehind.noName')}</bdi>
        </TextLink>
        {user.username && (
          <Box component="span" c="dimmed">
            @{user.username}
          </Box>
        )}
        {user.is_premium && <span className={classes.premium}>{t('Reports.usersBehind.premium')}</span>}
      </Flex>
      <dl className={classes.facts}>
        <Fact name={t('Reports.usersBehind.source')} value={labelValue('source', user.source)} />
        <Fact name={t('Reports.usersBehind.language')} value={labelValue('language', user.language)} />
        <Fact name={t('Reports.usersBehind.first')} value={format.date(user.first_time)} />
        <Fact name={t('Reports.usersBehind.last')} value={format.moment(user.last_time)} />
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
