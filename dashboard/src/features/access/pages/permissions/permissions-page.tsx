import {
  type AssignableRole,
  api,
  assignableRoles,
  type Bot,
  type BotMembers,
  type Member,
  permissionsOf,
} from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { failureText, showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { BotTabs } from '../../../bots/public/bot-tabs.tsx';
import { keepMembers, membersQuery, nameOf } from '../../public/members-data.ts';
import { nothingGiven, rolesToGive } from './given.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { GrantForm } from './grant-form.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MakeLink } from './make-link.tsx';
import { MembersSection } from './members-section.tsx';
import { TransferSection } from './transfer-section.tsx';
import { useGrant } from './use-grant.ts';
import { useOpened } from './use-opened.ts';
import { lowered, useSummary } from './use-summary.ts';
import { YourAccessSection } from './your-access-section.tsx';

/** Replaces what a member has with what they get from now on. */
function ChangeColleague({ bot, member, onClose }: { bot: Bot; member: Member; onClose(): void }) {
  const { t } = useTranslation();
  const { account_key: account, role, keys, reports } = member;
  const grant = useGrant(bot.key, {
    first: { role: assignable(role), keys, reports },
    send: (draft) => call(api.changeMember, { params: { key: bot.key, account }, body: draft }),
    onDone: () => {
      showDone(t('Permissions.form.saved'));
      onClose();
    },
  });
  return (
    <GrantDrawer title={t('Permissions.form.changeTitle', { name: nameOf(member) })} onClose={onClose}>
      <GrantForm bot={bot} grant={grant} submitText={t('Permissions.form.save')} onCancel={onClose} />
    </GrantDrawer>
  );
}

const assignable = (role: string | null): AssignableRole | null =>
  assignableRoles.find((each) => each === role) ?? null;

export function PermissionsPage() {
  const { key } = useParams({ from: '/layout/bots/$key/permissions' });
  const bot = useSession().bots[key];
  return bot ? <Permissions key={key} bot={bot} /> : <NotFoundPage />;
}

/** Access to one bot. Members who may not manage it see their own access, and how to leave. */
function Permissions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  return (
    <Page
      narrow
      title={t('Permissions.title', { name: bot.bot_name })}
      crumbs={[
        { label: t('Bots.title'), to: '/bots' },
        { label: bot.bot_name, bot: bot.key },
      ]}
    >
      <BotTabs bot={bot} current="permissions" />
      {bot.role !== 'owner' && <YourAccessSection bot={bot} />}
      {may(bot, 'permissions.manage') && <Managed bot={bot} />}
    </Page>
  );
}

function Managed({ bot }: { bot: Bot }) {
  const query = useQuery(membersQuery(bot.key));
  return (
    <Loaded query={query} height={240}>
      {(answer) => (
        <>
          <MembersSection bot={bot} members={answer.members} />
          <InvitationsSection bot={bot} invitations={answer.invitations} />
          {bot.role === 'owner' && <TransferSection bot={bot} members={answer.members} />}
          <Opened bot={bot} answer={answer} />
        </>
      )}
    </Loaded>
  );
}

/** Dialog that the address opens over the page; none for a member who is gone. */
function Opened({ bot, answer: { members } }: { bot: Bot; answer: BotMembers }) {
  const { opened, colleague, close } = useOpened();
  const member = members.find(({ account_key: key, editable }) => key === colleague && editable);
  if (opened === 'add') return <AddColleague bot={bot} onClose={close} />;
  if (opened === 'link') return <MakeLink bot={bot} onClose={close} />;
  if (opened === 'change' && member)
    return <ChangeColleague key={colleague} bot={bot} member={member} onClose={close} />;
  if (opened === 'revoke' && member) return <RevokeDialog bot={bot} member={member} onClose={close} />;
  return null;
}

/** Says what someone loses before it is taken away. */
function RevokeDialog({ bot, member, onClose }: { bot: Bot; member: Member; onClose(): void }) {
  const { t } = useTranslation();
  const summary = useSummary();
  const name = nameOf(member);
  const { busy, run: revoke } = useAction(async () => {
    const params = { key: bot.key, account: member.account_key };
    keepMembers(bot.key, await call(api.revokeMember, { params }));
    showDone(t('Permissions.revoke.done', { name }));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('Permissions.revoke.title', { name })}>
      <div className={classes.body}>
        <p>{t('Permissions.revoke.loses', { what: lowered(summary(member)) })}</p>
        <p>{t('Permissions.revoke.text')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={revoke}>
            {t('Permissions.revoke.submit')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}

/** By email: the colleague gets a mail with a link that only this address can use. */
function AddColleague({ bot, onClose }: { bot: Bot; onClose(): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const email = () => input.current?.value.trim() ?? '';
  const grant = useGrant(bot.key, {
    first: { ...nothingGiven, role: rolesToGive(permissionsOf(bot))[0] ?? null },
    send: (draft) => call(api.grantAccess, { params: { key: bot.key }, body: { ...draft, email: email() } }),
    onDone: () => {
      showDone(t('Permissions.form.invited', { email: email() }));
      onClose();
    },
  });
  const { email: emailFailure } = grant.errors;
  useEffect(() => {
    // The button is far below it.
    if (emailFailure !== null) input.current?.focus();
  }, [emailFailure]);
  return (
    <GrantDrawer title={t('Permissions.form.addTitle')} onClose={onClose}>
      <GrantForm bot={bot} grant={grant} submitText={t('Permissions.form.sendMail')} onCancel={onClose}>
        <TextInput
          ref={input}
          type="email"
          label={t('Permissions.form.email')}
          description={t('Permissions.form.emailHint')}
          autoComplete="off"
          data-autofocus
          error={emailFailure && failureText(emailFailure)}
          onChange={grant.clearEmail}
        />
      </GrantForm>
    </GrantDrawer>
  );
}
