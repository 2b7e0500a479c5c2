import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../platform/errors/use-action.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import classes from './name-dialog.module.css';

interface NameDialogProps {
  title: string;
  label: string;
  /** '' for something new. */
  name: string;
  /** Further fields below the name. */
  children?: ReactNode;
  /** Gets the name without spaces around it. What it throws is shown as a toast, and the dialog stays. */
  onSave(name: string): Promise<void>;
  onClose(): void;
}

/** Asks for the name of something that is saved. */
export function NameDialog({ title, label, name: before, children, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(before);
  const [isTried, setTried] = useState(false);
  const { busy, run } = useAction(() => onSave(name.trim()));
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) void run();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={label}
          value={name}
          maxLength={100}
          error={isTried && isMissing ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {children}
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('General.Form.save')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
