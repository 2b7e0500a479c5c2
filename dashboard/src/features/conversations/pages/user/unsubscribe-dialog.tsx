import { longestUnsubscribeNote, type UnsubscribeReason, unsubscribeReasons } from '@botscope/contract';
import { Button, Flex, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { unsubscribe, unsubscriptionQuery } from '../../data/mailing-data.ts';

interface UnsubscribeDialogProps {
  botKey: string;
  userId: number;
  onClose(): void;
}

/** Unsubscribes a user by hand, and notes why. Of a user who has unsubscribed it notes why alone. */
export function UnsubscribeDialog({ botKey, userId, onClose }: UnsubscribeDialogProps) {
  const { t } = useTranslation();
  const user = { key: botKey, userId };
  const current = useQuery(unsubscriptionQuery(user)).data?.unsubscription ?? null;
  const [reason, setReason] = useState<UnsubscribeReason>(current?.reason ?? 'requested');
  const [note, setNote] = useState(current?.note ?? '');
  const words = current === null ? 'unsubscribe' : 'reason';
  const { busy, run } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    await unsubscribe(user, { reason, note: note.trim() });
    showDone(t(`Subscription.${words}.done`));
    onClose();
  });
  return (
    <Dialog title={t(`Subscription.${words}.title`)} onClose={onClose}>
      <form onSubmit={run} className={dialogClasses.body}>
        <p>{t(`Subscription.${words}.text`)}</p>
        <OptionCards<UnsubscribeReason>
          label={t('Subscription.why')}
          name="reason"
          value={reason}
          options={unsubscribeReasons.map((value) => ({
            value,
            label: t(`Subscription.reasons.${value}`),
            text: t(`Subscription.reasonHints.${value}`),
          }))}
          onChange={setReason}
        />
        <Textarea
          label={t('Subscription.note')}
          description={t('Subscription.noteHint')}
          value={note}
          maxLength={longestUnsubscribeNote}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t(`Subscription.${words}.button`)}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
