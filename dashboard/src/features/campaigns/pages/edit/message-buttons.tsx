import type { CampaignMessage, MessageProblem } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { problemText } from '../../../../ui/field-errors.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { ButtonEditor } from '../../../messages/public/editor/button-editor.tsx';
import { type DraftButton, toButton, toDraftButton } from '../../../messages/public/editor/message-draft.ts';
import classes from './editor.module.css';

interface MessageButtonsProps {
  message: CampaignMessage;
  isAlbum: boolean;
  problems: readonly MessageProblem[];
  onChange(part: Pick<CampaignMessage, 'buttons'>): void;
}

/** The buttons below the message. An album has none: those that were written for another kind of message can be removed. */
export function MessageButtons({ message, isAlbum, problems, onChange }: MessageButtonsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [rows, setRows] = useState<DraftButton[][]>(() => message.buttons.map((row) => row.map(toDraftButton)));
  const ofButtons = problems.find(({ code }) => code === 'KeyboardTooLarge');
  const count = message.buttons.flat().length;
  const write = (next: DraftButton[][]) => {
    setRows(next);
    onChange({ buttons: next.map((row) => row.map(toButton)) });
  };
  if (isAlbum && count === 0) return <Dim>{t('CampaignContent.album.noButtons')}</Dim>;
  if (isAlbum)
    return (
      <Notice tone="warn">
        <p role="alert">{t('CampaignContent.album.hasButtons', { count, number: format.number(count) })}</p>
        <Button variant="default" size="xs" onClick={() => write([])}>
          {t('CampaignContent.album.removeButtons')}
        </Button>
      </Notice>
    );
  return (
    <>
      <ButtonEditor
        rows={rows}
        onChange={write}
        isWrong={(row, index) => problems.some(({ path }) => path.join() === `buttons,${row},${index}`)}
      />
      {ofButtons && (
        <p role="alert" className={classes.wrong}>
          {problemText(t, { code: ofButtons.code })}
        </p>
      )}
    </>
  );
}
