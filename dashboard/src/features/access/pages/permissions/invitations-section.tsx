import { api, type Bot, type Invitation } from '@botscope/contract';
import { Box, Button, Flex } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Section } from '../../../../ui/section.tsx';
import { keepMembers } from '../../public/members-data.ts';
import { ColleagueFace } from './colleague-face.tsx';
import classes from './permissions.module.css';
import { RoleBadge } from './role-badge.tsx';
import { useSummary } from './use-summary.ts';

/** Pending invitations; nothing if there are none. */
export function InvitationsSection({ bot, invitations }: { bot: Bot; invitations: readonly Invitation[] }) {
  const { t } = useTranslation();
  if (invitations.length === 0) return null;
  return (
    <Section title={t('Permissions.invitations.title')}>
      <p>{t('Permissions.invitations.text')}</p>
      <ul className={classes.colleagues}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} bot={bot} invitation={invitation} />
        ))}
      </ul>
    </Section>
  );
}

function InvitationRow({ bot, invitation }: { bot: Bot; invitation: Invitation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const summary = useSummary();
  const { email, link, role, uses, max_uses: maxUses, expires_at: until, created_by: inviter } = invitation;
  const name = email ?? t('Permissions.invitations.byLink');
  const facts = [
    t('Permissions.invitations.until', { moment: format.moment(until) }),
    ...(email === null ? [t('Permissions.invitations.uses', { uses, most: maxUses })] : []),
    ...(inviter === '' ? [] : [t('Permissions.invitations.by', { name: inviter })]),
  ];
  const { busy, run: revoke } = useAction(async () => {
    keepMembers(bot.key, await call(api.revokeInvitation, { params: { key: bot.key, id: String(invitation.id) } }));
    showDone(t('Permissions.invitations.revoked'));
  });
  return (
    <li className={classes.colleague}>
      {email === null ? (
        <span className={classes.linkFace}>
          <IconLink size={18} stroke={1.6} aria-hidden />
        </span>
      ) : (
        <ColleagueFace name={email} />
      )}
      <Box flex={1} miw={0}>
        <Flex rowGap={4} columnGap={8} wrap="wrap" align="center">
          <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          {role && <RoleBadge of={role} />}
        </Flex>
        <p className={classes.what}>{summary(invitation)}</p>
        <p className={classes.since}>{facts.join(' · ')}</p>
        <div className={classes.ways}>
          {link !== null && <CopyButton value={link} label={t('Permissions.invitations.copyOf', { name })} />}
          {invitation.editable && (
            <Button
              size="compact-sm"
              variant="default"
              loading={busy}
              aria-label={t('Permissions.invitations.revokeOf', { name })}
              onClick={revoke}
            >
              {t('Permissions.invitations.revoke')}
            </Button>
          )}
        </div>
      </Box>
    </li>
  );
}
