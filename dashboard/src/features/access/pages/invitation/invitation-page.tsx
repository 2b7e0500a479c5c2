import { api } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { initQuery, queryClient } from '../../../../platform/api/call.ts';
import { inviteMemory } from '../../../../platform/session/invite-memory.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { enter } from '../../../../platform/session/visit.ts';
import { useContractForm } from '../../../../ui/use-contract-form.ts';
import { VisitorForm } from '../../../../ui/visitor-form.tsx';
import { InvitationCard } from '../../public/invitation-card.tsx';

/** Colleagues who are signed in accept an invitation here: opening a link must not change anything. */
export function InvitationPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const { user } = useSession();
  const contract = useContractForm({
    schema: api.acceptInvitation.body,
    initialValues: {},
    places: {},
    send: () => enter(router),
  });
  const decline = () => {
    inviteMemory.keep(null);
    queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, invitation: null });
    return navigate({ to: '/', search: true, replace: true });
  };
  return (
    <VisitorForm
      title={t('Auth.invitation.title')}
      text={t('Auth.invitation.signedIn', { name: user?.email ?? user?.telegram_name })}
      contract={contract}
      submitText={t('Auth.invitation.submit')}
      after={
        <Button variant="subtle" fullWidth onClick={decline}>
          {t('Auth.invitation.decline')}
        </Button>
      }
    >
      <InvitationCard />
    </VisitorForm>
  );
}
