import type { Bot, Share } from '@botscope/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../platform/errors/error-mapping.ts';
import { useFormat } from '../../platform/i18n/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './share-dialog.module.css';
import { embedCode, shareLink } from './share-link.ts';
import { shareName, subjectName } from './share-name.ts';
import { useRevokeShare } from './shares-data.ts';

interface ShareListProps {
  bot: Bot;
  shares: readonly Share[];
  onRevoked(id: number): void;
}

/** The bot's links: whose, how often looked at, until when; copied again, or revoked. */
export function ShareList({ bot, shares, onRevoked }: ShareListProps) {
  const { t } = useTranslation();
  if (shares.length === 0)
    return (
      <Text inherit c="dimmed">
        {t('Share.list.none')}
      </Text>
    );
  return (
    <Flex component="ul" direction="column">
      {shares.map((share) => (
        <Line key={share.id} bot={bot} share={share} onRevoked={() => onRevoked(share.id)} />
      ))}
    </Flex>
  );
}

function Line({ bot, share, onRevoked }: { bot: Bot; share: Share; onRevoked: () => void }) {
  const { t, i18n } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const name = shareName(share, t);
  const link = share.token === null ? null : shareLink(window.location.origin, share.token, i18n.language);
  return (
    <li className={classes.line}>
      <Box flex="1 1 260px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Box component="span" display="block" fw={500}>
          {name}
        </Box>
        <Facts share={share} />
        {link === null && (
          <Box component="span" display="block" c="dimmed" fz="xs">
            {t('Share.list.hidden')}
          </Box>
        )}
      </Box>
      {confirming ? (
        <Confirm bot={bot} share={share} onCancel={() => setConfirming(false)} onRevoked={onRevoked} />
      ) : (
        <Flex gap={8} wrap="wrap">
          {link !== null && share.state === 'open' && (
            <CopyButton value={link} label={t('Share.copyLinkOf', { title: name })} />
          )}
          {link !== null && share.state === 'open' && share.embeddable && <CopyCode code={embedCode(link, name)} />}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('Share.list.revokeOf', { title: name })}
            onClick={() => setConfirming(true)}
          >
            {t('Share.list.revoke')}
          </Button>
        </Flex>
      )}
    </li>
  );
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      showDone(t('General.Copied'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Button variant="default" size="compact-sm" onClick={copy}>
      {t('Share.embed')}
    </Button>
  );
}

/** Everything that is worth knowing of a link, in one small line. */
function Facts({ share }: { share: Share }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, type_report, state, author, created_at, expires_at, views, last_viewed_at } = share;
  const facts = [
    ...(title === '' ? [] : [subjectName(type_report, t)]),
    t(`Share.list.${state}`),
    ...(expires_at !== null && state === 'open' ? [t('Share.list.until', { date: format.moment(expires_at) })] : []),
    ...(share.has_password ? [t('Share.list.password')] : []),
    ...(share.query.filter ? [t('Share.list.filtered')] : []),
    ...(share.embeddable ? [t('Share.list.embeddable')] : []),
    t('Share.list.views', { count: views }),
    ...(last_viewed_at === null ? [] : [t('Share.list.lastView', { ago: format.ago(last_viewed_at, Date.now()) })]),
    t('Share.list.by', { author: author || t('Share.list.deleted'), date: format.date(created_at) }),
  ];
  return (
    <Box component="span" display="block" c="dimmed" fz="xs">
      {facts.join(' · ')}
    </Box>
  );
}

/** Revoking cannot be taken back, for the link would be another: it is asked once more, in the same place. */
function Confirm(props: { bot: Bot; share: Share; onCancel: () => void; onRevoked: () => void }) {
  const { bot, share, onCancel, onRevoked } = props;
  const { t } = useTranslation();
  const revoke = useRevokeShare(bot.key);
  const focused = useRef(false);
  const submit = () =>
    revoke.mutate(share.id, {
      onSuccess: () => {
        showDone(t('Share.list.revoked'));
        onRevoked();
      },
      onError: showError,
    });
  return (
    <div className={classes.confirm} role="alert">
      <span>{t('Share.list.confirm')}</span>
      <Flex gap={8} wrap="wrap">
        <Button
          size="compact-sm"
          color="red.8"
          loading={revoke.isPending}
          onClick={submit}
          ref={(button) => {
            if (!focused.current) button?.focus();
            focused.current = true;
          }}
        >
          {t('Share.list.confirmYes')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('General.Cancel')}
        </Button>
      </Flex>
    </div>
  );
}
