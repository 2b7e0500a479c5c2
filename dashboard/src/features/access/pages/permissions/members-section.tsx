import type { Bot, Member } from '@botscope/contract';
import { Box, Button, Flex } from '@mantine/core';
import { IconDots, IconLink, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { DropItem, DropLine, DropMenu } from '../../../../ui/drop-menu.tsx';
import { Section } from '../../../../ui/section.tsx';
import { nameOf } from '../../public/members-data.ts';
import { ColleagueFace } from './colleague-face.tsx';
import classes from './permissions.module.css';
import { RoleBadge } from './role-badge.tsx';
import { useOpened } from './use-opened.ts';
import { useSummary } from './use-summary.ts';

/** All members, the owner first, and the two ways to invite another. */
export function MembersSection({ bot, members }: { bot: Bot; members: readonly Member[] }) {
  const { t } = useTranslation();
  const { open } = useOpened();
  return (
    <Section
      title={t('Permissions.colleagues.title')}
      actions={
        <div className={classes.ways}>
          <Button size="compact-md" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => open('add')}>
            {t('Permissions.colleagues.add')}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => open('link')}
          >
            {t('Permissions.colleagues.link')}
          </Button>
        </div>
      }
    >
      <p>{t('Permissions.colleagues.text')}</p>
      <ul className={classes.colleagues}>
        {members.map((member) => (
          <MemberRow key={member.account_key} bot={bot} member={member} />
        ))}
      </ul>
      {members.length === 1 && <p className={classes.alone}>{t('Permissions.colleagues.alone')}</p>}
    </Section>
  );
}

/** Row of a member: name, rights, date, and the account that granted them. */
function MemberRow({ bot, member }: { bot: Bot; member: Member }) {
  const { t } = useTranslation();
  const format = useFormat();
  const summary = useSummary();
  const name = nameOf(member);
  const { role, is_admin: runs, is_you: isYou, granted_at: grantedAt, granted_by: grantedBy } = member;
  const date = grantedAt && format.date(grantedAt);
  return (
    <li className={classes.colleague}>
      <ColleagueFace name={name} />
      <Box flex={1} miw={0}>
        <Flex rowGap={4} columnGap={8} wrap="wrap" align="center">
          <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          {isYou && (
            <Box component="span" c="dimmed" fw={400}>
              ({t('Permissions.colleagues.you')})
            </Box>
          )}
          {role && <RoleBadge of={role} />}
          {runs && <RoleBadge of="administrator" />}
        </Flex>
        <p className={classes.what}>{summary(member)}</p>
        {date && (
          <p className={classes.since}>
            {grantedBy === ''
              ? t('Permissions.colleagues.since', { date })
              : t('Permissions.colleagues.sinceBy', { date, name: grantedBy })}
          </p>
        )}
        {!member.editable && !isYou && role !== 'owner' && (
          <p className={classes.since}>{t('Permissions.colleagues.fixed')}</p>
        )}
      </Box>
      {(member.editable || (bot.role === 'owner' && !isYou)) && <Actions bot={bot} member={member} name={name} />}
    </li>
  );
}

function Actions({ bot, member, name }: { bot: Bot; member: Member; name: string }) {
  const { t } = useTranslation();
  const { open } = useOpened();
  return (
    <DropMenu
      label={t('Permissions.colleagues.actions', { name })}
      button={<IconDots size={18} stroke={1.6} aria-hidden />}
    >
      <DropItem onChoose={() => open('change', member.account_key)}>{t('Permissions.colleagues.change')}</DropItem>
      {bot.role === 'owner' && (
        <DropItem onChoose={() => open('transfer', member.account_key)}>
          {t('Permissions.colleagues.transfer')}
        </DropItem>
      )}
      <DropLine />
      <DropItem danger onChoose={() => open('revoke', member.account_key)}>
        {t('Permissions.colleagues.revoke')}
      </DropItem>
    </DropMenu>
  );
}
