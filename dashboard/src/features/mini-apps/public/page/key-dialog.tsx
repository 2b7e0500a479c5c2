import type { MiniApp } from '@botscope/contract';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { CopyLine } from '../../../../ui/copy-line.tsx';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Notice } from '../../../../ui/notice.tsx';

/** Hours that the key before may be taken for. */
const choices = [0, 1, 24, 72, 168] as const;
const usual = 24;

type Keys = Pick<MiniApp, 'key' | 'old_key_until'>;

interface KeyDialogProps {
  page: Keys;
  /** Issues a new key; the previous one is accepted for `keepHours` more. @throws ApiError */
  rotate(keepHours: number): Promise<Keys>;
  onClose(): void;
}

/** A new key. Pages with the old one keep counting for a while, so that they can be changed without a gap. */
export function KeyDialog({ page, rotate, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [hours, setHours] = useState<number>(usual);
  const [newKeys, setNewKeys] = useState<Keys | null>(null);
  const { busy, run: replace } = useAction(async () => setNewKeys(await rotate(hours)));
  if (newKeys !== null) {
    return (
      <Dialog onClose={onClose} title={t('PageScript.key.title')}>
        <div className={classes.body}>
          <Notice tone="good">
            {newKeys.old_key_until === null
              ? t('PageScript.key.doneNow')
              : t('PageScript.key.done', { moment: format.moment(newKeys.old_key_until) })}
          </Notice>
          <CopyLine label={t('PageScript.key.fresh')} value={newKeys.key} copyLabel={t('PageScript.key.copy')} />
          <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
            <Button onClick={onClose}>{t('General.Close')}</Button>
          </Flex>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('PageScript.key.title')}>
      <div className={classes.body}>
        <p>{t('PageScript.key.text')}</p>
        {page.old_key_until !== null && <Notice tone="warn">{t('PageScript.key.older')}</Notice>}
        <NativeSelect
          data-autofocus
          label={t('PageScript.key.keep')}
          value={String(hours)}
          data={choices.map((value) => ({
            value: String(value),
            label: value === 0 ? t('PageScript.key.stopNow') : t('PageScript.key.hours', { count: value }),
          }))}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={replace}>
            {t('PageScript.key.submit')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
