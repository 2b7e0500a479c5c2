import { type AssignableRole, api, assignableRoles, type Bot, type Member } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { nameOf } from '../../public/members-data.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { GrantForm } from './grant-form.tsx';
import { useGrant } from './use-grant.ts';

/** Replaces what a member has with what they get from now on. */
export function ChangePerson({ bot, member, onClose }: { bot: Bot; member: Member; onClose(): void }) {
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
