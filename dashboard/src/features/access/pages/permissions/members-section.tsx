import type { Bot, Member } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../ui/section.tsx';
import { MemberRow } from './member-row.tsx';
import classes from './permissions.module.css';
import { useOpened } from './use-opened.ts';

/** All members, the owner first, and the two ways to invite another. */
export function MembersSection({ bot, members }: { bot: Bot; members: readonly Member[] }) {
  const { t } = useTranslation();
  const { open } = useOpened();
  return (
    <Section
      title={t('Permissions.people.title')}
      actions={
        <div className={classes.ways}>
          <Button size="compact-md" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => open('add')}>
            {t('Permissions.people.add')}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => open('link')}
          >
            {t('Permissions.people.link')}
          </Button>
        </div>
      }
    >
      <p>{t('Permissions.people.text')}</p>
      <ul className={classes.people}>
        {members.map((member) => (
          <MemberRow key={member.account_key} bot={bot} member={member} />
        ))}
      </ul>
      {members.length === 1 && <p className={classes.alone}>{t('Permissions.people.alone')}</p>}
    </Section>
  );
}
