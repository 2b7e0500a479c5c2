import type { Bot, BotMembers } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { BotTabs } from '../../../bots/public/bot-tabs.tsx';
import { membersQuery } from '../../public/members-data.ts';
import { AddPerson } from './add-person.tsx';
import { ChangePerson } from './change-person.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MakeLink } from './make-link.tsx';
import { MembersSection } from './members-section.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TransferSection } from './transfer-section.tsx';
import { useOpened } from './use-opened.ts';
import { YourAccessSection } from './your-access-section.tsx';

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
  const { opened, person, close } = useOpened();
  const member = members.find(({ account_key: key, editable }) => key === person && editable);
  if (opened === 'add') return <AddPerson bot={bot} onClose={close} />;
  if (opened === 'link') return <MakeLink bot={bot} onClose={close} />;
  if (opened === 'change' && member) return <ChangePerson key={person} bot={bot} member={member} onClose={close} />;
  if (opened === 'revoke' && member) return <RevokeDialog bot={bot} member={member} onClose={close} />;
  return null;
}
