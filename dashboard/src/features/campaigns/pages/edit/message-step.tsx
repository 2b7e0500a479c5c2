import type { CampaignFile, MediaKind } from '@botscope/contract';
import {
  type CampaignMessage,
  campaignTypes,
  codePoints,
  mediaMethods,
  messageLimits,
  messageProblems,
} from '@botscope/contract';
import { Checkbox, Flex } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { problemText } from '../../../../ui/field-errors.ts';
import { Section } from '../../../../ui/section.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { AddressField, AttachedFile, AttachMenu, useAttachment } from '../../../messages/public/editor/attachment.tsx';
import { ButtonEditor } from '../../../messages/public/editor/button-editor.tsx';
import { buttonOf, type DraftButton, draftButtonOf } from '../../../messages/public/editor/message-draft.ts';
import { MessageText } from '../../../messages/public/editor/message-text.tsx';
import { filesOf } from '../../data/files.ts';
import classes from './editor.module.css';
import { MessagePreview } from './message-preview.tsx';
import type { StepProps } from './step-props.ts';
import { VariablesMenu } from './variables-menu.tsx';

const types: readonly string[] = campaignTypes;
/** What a campaign sends files as. */
const kinds = (Object.keys(mediaMethods) as MediaKind[]).filter((kind) => types.includes(mediaMethods[kind]));
const options = [
  ['disable_notification', 'Messages.options.silent'],
  ['protect_content', 'Messages.options.protect'],
  ['disable_preview', 'Messages.options.noPreview'],
] as const;

/** The message: text with its formatting, one file, buttons. Beside it, how it looks. */
export function MessageStep({ bot, state, draft, change }: StepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const field = useRef<HTMLTextAreaElement>(null);
  const { message } = state.values;
  const [file, setFile] = useState<CampaignFile | null>(null);
  const [rows, setRows] = useState<DraftButton[][]>(() => message.buttons.map((row) => row.map(draftButtonOf)));
  const [isAddressOpen, setAddressOpen] = useState(false);
  const write = (part: Partial<CampaignMessage>) => change({ message: { ...draft.state().values.message, ...part } });
  const attachment = useAttachment(filesOf(bot.key), (media) => {
    setFile(media?.file ?? null);
    const kind = media && kinds.includes(media.kind) ? media.kind : 'document';
    write({ media: media && { kind, file: media.file.id } });
  });
  const { media } = message;
  const fileName = file?.name ?? state.stored?.file_name ?? '';
  const attached = media && {
    kind: media.kind,
    has_spoiler: media.has_spoiler === true,
    file: { id: media.file, name: fileName, type: '', bytes: 0 },
  };
  const most = media ? messageLimits.caption : messageLimits.text;
  const used = codePoints(message.text.trim());
  const problems = messageProblems(message);
  const ofText = problems.find(({ path, code }) => path[0] !== 'buttons' && code !== 'EmptyMessage');
  const ofButtons = problems.find(({ code }) => code === 'KeyboardTooLarge');
  return (
    <div className={classes.columns}>
      <Section title={t('CampaignEditor.message.title')}>
        <div className={classes.stack}>
          <Flex gap={8} align="center" wrap="wrap">
            <AttachMenu attachment={attachment} onAddress={() => setAddressOpen(true)} />
            {!media && !attachment.uploading && <Dim>{t('CampaignEditor.message.attach')}</Dim>}
          </Flex>
          {isAddressOpen && <AddressField attachment={attachment} onDone={() => setAddressOpen(false)} />}
          <AttachedFile
            attachment={attachment}
            media={attached}
            kinds={kinds}
            onChange={(next) =>
              write({ media: next && { kind: next.kind, file: next.file.id, has_spoiler: next.has_spoiler } })
            }
          />
          <div className={classes.field}>
            <MessageText
              label={t(media ? 'Messages.caption' : 'Messages.write')}
              placeholder={t(media ? 'Messages.caption' : 'Messages.placeholder')}
              value={message}
              onChange={({ text, entities }) => write({ text, entities: [...entities] })}
              field={field}
              hasPreview={false}
              problem={ofText && problemText(t, { code: ofText.code })}
              tools={
                <VariablesMenu
                  bot={bot}
                  field={field}
                  value={message}
                  onChange={({ text, entities }) => write({ text, entities: [...entities] })}
                />
              }
            />
          </div>
          <Dim role="status">
            {t('CampaignEditor.message.used', { number: format.number(used), most: format.number(most) })}
            {message.entities.length > 0 &&
              ` · ${t('CampaignEditor.message.entities', {
                number: format.number(message.entities.length),
                most: format.number(messageLimits.entities),
              })}`}
          </Dim>
          <ButtonEditor
            rows={rows}
            onChange={(next) => {
              setRows(next);
              write({ buttons: next.map((row) => row.map(buttonOf)) });
            }}
            isWrong={(row, index) => problems.some(({ path }) => path.join() === `buttons,${row},${index}`)}
          />
          {ofButtons && (
            <p role="alert" className={classes.wrong}>
              {problemText(t, { code: ofButtons.code })}
            </p>
          )}
          {options.map(([name, text]) => (
            <Checkbox
              key={name}
              label={t(text)}
              checked={message[name]}
              onChange={(event) => write({ [name]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </Section>
      <MessagePreview bot={bot} state={state} fileName={fileName} />
    </div>
  );
}
