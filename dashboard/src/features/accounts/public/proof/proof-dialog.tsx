import type { ErrorCode, Proof } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { ProofField } from './proof-field.tsx';
import { useProofForm } from './use-proof-form.ts';

interface ProofDialogProps {
  title: string;
  /** Consequences of the action. */
  text?: ReactNode;
  /** Text of the button; "Go on" unless given. */
  submit?: string;
  /** Red: something is taken away. */
  danger?: boolean;
  onClose(): void;
  /** Does it. What it throws is shown in the dialog; it closes the dialog by itself (`onClose`). */
  send(proof: Proof): Promise<void>;
  places?: Partial<Record<ErrorCode, 'proof'>>;
}

/** Asks for a proof that it is really the owner, then does something. To be drawn only while it is open. */
export function ProofDialog({ title, text, submit, danger = false, onClose, send, places }: ProofDialogProps) {
  const { t } = useTranslation();
  const form = useProofForm({ extra: {}, rules: {}, places, send: (_, proof) => send(proof) });
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={classes.body} onSubmit={form.submit} noValidate>
        {text && <p>{text}</p>}
        <FormFailure code={form.failure} />
        <ProofField proof={form.proof} autoFocus />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color={danger ? 'red.8' : undefined} loading={form.busy}>
            {submit ?? t('Profile.proof.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
