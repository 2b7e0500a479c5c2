import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';

interface RemoveDialogProps {
  name: string;
  /** Description of what is lost. */
  text: string;
  mismatch: string;
  /** Leaves the page as well. @throws ApiError */
  remove(typed: string): Promise<void>;
  onClose(): void;
}

/** Says what is lost and asks for the name, typed by hand, before anything is deleted. */
export function RemoveDialog({ name, text, mismatch, remove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const { busy, run: submit } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const typedName = input.current?.value.trim() ?? '';
    setWrong(typedName !== name);
    if (typedName !== name) return input.current?.focus();
    await remove(typedName);
    showDone(t('PageScript.remove.done', { name }));
  });
  return (
    <Dialog onClose={onClose} title={t('PageScript.remove.title', { name })}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <p>{text}</p>
        <TextInput
          ref={input}
          label={t('PageScript.remove.label', { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          error={isWrong && mismatch}
          onChange={() => setWrong(false)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('PageScript.remove.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}
