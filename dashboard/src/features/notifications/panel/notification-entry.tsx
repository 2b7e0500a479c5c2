import { type NotificationItem, notificationCodes, problemCodes } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';
import { markNotification } from './notification-data.ts';
import classes from './notification-list.module.css';

/** One notification: it leads to what it is about, and following it is reading it. */
export function NotificationEntry({ item, onLeave }: { item: NotificationItem; onLeave: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useSession();
  const mark = (read: boolean) => markNotification(item.id, read).catch(showError);
  const detail = item.kind === 'access' && item.detail ? t('NotificationList.by', { who: item.detail }) : item.detail;
  const target = findTarget(item, item.bot_key !== null && item.bot_key in bots);
  const content = (
    <>
      <span className={classes.sign} data-state={pickTone(item)} aria-hidden="true" />
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" fw={500}>
          {describeNotification(t, item)}
        </Box>
        <span className={classes.about}>
          {item.bot_name && `${item.bot_name} · `}
          <time dateTime={item.at} title={format.moment(item.at)}>
            {format.ago(item.at, Date.now())}
          </time>
        </span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </Flex>
      {!item.read && <span className={classes.fresh}>{t('NotificationList.fresh')}</span>}
    </>
  );
  return (
    <Flex component="li" align="flex-start">
      {target === null ? (
        <div className={classes.entry}>{content}</div>
      ) : (
        <Link
          {...target}
          className={classes.entry}
          onClick={() => {
            if (!item.read) void mark(true);
            onLeave();
          }}
        >
          {content}
        </Link>
      )}
      <button
        type="button"
        className={classes.mark}
        data-read={item.read || undefined}
        aria-label={item.read ? t('NotificationList.markUnread') : t('NotificationList.markRead')}
        title={item.read ? t('NotificationList.markUnread') : t('NotificationList.markRead')}
        onClick={() => mark(!item.read)}
      />
    </Flex>
  );
}

/** Codes of a newer server are described in general terms. */
function describeNotification(t: TFunction, { kind, code, state }: NotificationItem): string {
  if (kind === 'connection') {
    const problemCode = problemCodes.find((each) => each === code) ?? 'other';
    return t(state === 'ended' ? `NotificationList.ended.${problemCode}` : `NotificationList.began.${problemCode}`);
  }
  if (kind === 'access')
    return t(`NotificationList.access.${notificationCodes.access.find((each) => each === code) ?? 'other'}`);
  if (kind === 'news') return t('NotificationList.news');
  if (kind === 'campaign')
    return t(`NotificationList.campaign.${notificationCodes.campaign.find((each) => each === code) ?? 'other'}`);
  return t(`NotificationList.account.${notificationCodes.account.find((each) => each === code) ?? 'other'}`);
}

function pickTone({ kind, code, state }: NotificationItem): 'good' | 'warn' | 'plain' {
  if (kind === 'connection') return state === 'ended' ? 'good' : 'warn';
  if (kind === 'account') return 'warn';
  if (kind === 'news') return 'plain';
  if (kind === 'campaign') return code === 'finished' ? 'good' : 'warn';
  return code === 'granted' || code === 'owned' || code === 'joined' ? 'good' : 'plain';
}

/** Null where there is nothing to be seen, or not any more. */
function findTarget({ kind, code, bot_key: key }: NotificationItem, isOpen: boolean): LinkProps | null {
  if (kind === 'account') return { to: '/profile' };
  if (key === null || !isOpen) return null;
  if (kind === 'connection') return { to: '/bots/$key', params: { key }, search: { tab: 'connection' } };
  if (kind === 'campaign') return { to: '/mailing', search: { bot: key } };
  if (code === 'joined' || code === 'left') return { to: '/bots/$key/permissions', params: { key } };
  return { to: '/', search: { bot: key } };
}
