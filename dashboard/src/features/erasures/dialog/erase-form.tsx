import { api, type Erasure, type ErasureMode } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { reloadUsers } from '../public/reload-users.ts';

const modes = ['erase', 'anonymise'] as const;

export interface EraseFormProps {
  botKey: string;
  /** At least one, at most `maxErasedAtOnce`. */
  userIds: readonly number[];
  onClose(): void;
  /** The erasure has begun. */
  onDone(): void;
}

/** Says what erasing means, and asks for the user's ID, or for the number of users, typed by hand. */
export function EraseForm({ botKey, userIds, onClose, onDone }: EraseFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState<ErasureMode>('erase');
  const [mismatch, setMismatch] = useState(false);
  const count = userIds.length;
  const countParams = { count, number: format.number(count) };
  const confirmation = String(count === 1 ? userIds[0] : count);
  const { busy, run: erase } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const isTyped = input.current?.value.trim() === confirmation;
    setMismatch(!isTyped);
    if (!isTyped) return input.current?.focus();
    await eraseUsers(botKey, userIds, mode);
    showDone(t('EraseDialog.done', countParams));
    onDone();
  });
  return (
    <Dialog onClose={onClose} title={t('EraseDialog.title', { ...countParams, id: confirmation })}>
      <form className={classes.body} onSubmit={erase} noValidate>
        <OptionCards<ErasureMode>
          label={t('EraseDialog.mode')}
          name="mode"
          value={mode}
          options={modes.map((value) => ({
            value,
            label: t(`EraseDialog.${value}`),
            text: t(`EraseDialog.${value}Text`),
          }))}
          onChange={setMode}
        />
        <p>
          {t('EraseDialog.stays')} {t('EraseDialog.blocked')} <strong>{t('EraseDialog.final')}</strong>
        </p>
        <TextInput
          ref={input}
          label={t('EraseDialog.confirm', { text: confirmation })}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={mismatch && t('EraseDialog.mismatch', { text: confirmation })}
          onChange={() => setMismatch(false)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" color="red.8" loading={busy}>
            {t('EraseDialog.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

/** Begins an erasure; what shows users follows. @throws ApiError */
async function eraseUsers(key: string, userIds: readonly number[], mode: ErasureMode): Promise<Erasure> {
  const erasure = await call(api.eraseUsers, { params: { key }, body: { user_ids: [...userIds], mode } });
  await reloadUsers(key);
  return erasure;
}
