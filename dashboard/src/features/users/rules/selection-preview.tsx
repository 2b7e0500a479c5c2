import type { Bot, UsersSelection } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../analytics/users/users-query.ts';
import { codeOf } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Dim, Note } from '../../../ui/words.tsx';
import { countQuery, exampleUsersQuery, trimSelection } from '../data/users-data.ts';
import { UserLink } from '../public/user-link.tsx';
import classes from './rules.module.css';

/** Shows how many users a selection has, and ten of them. It follows every change and cancels earlier requests. */
export function SelectionPreview({ bot, selection }: { bot: Bot; selection: UsersSelection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = trimSelection(selection);
  const count = useQuery({ ...countQuery(bot.key, query), placeholderData: keepPreviousData });
  const examples = useQuery({ ...exampleUsersQuery(bot.key, query), placeholderData: keepPreviousData });
  const failure = count.error ?? examples.error;
  if (failure && !count.isFetching) {
    return (
      <p className={classes.problem} role="alert">
        {failureText(codeOf(failure))}
      </p>
    );
  }
  const users = examples.data?.users;
  return (
    <section aria-label={t('Users.preview.label')} aria-busy={count.isFetching}>
      <p className={classes.count} data-stale={count.isPlaceholderData || undefined} role="status">
        {count.data
          ? t('Users.count.of', {
              count: count.data.total,
              found: format.number(count.data.count),
              total: format.number(count.data.total),
            })
          : t('Users.count.counting')}
      </p>
      {users === undefined && <Skeleton height={220} aria-hidden />}
      {users?.length === 0 && <Note>{t('Users.preview.nobody')}</Note>}
      <ul className={classes.examples} aria-label={t('Users.preview.examples')}>
        {users?.map((user) => (
          <li key={user.user_id}>
            <UserLink id={user.user_id}>{fullName(user) || t('Users.noName')}</UserLink>
            <Dim>{format.ago(user.last_seen, Date.now())}</Dim>
          </li>
        ))}
      </ul>
    </section>
  );
}
