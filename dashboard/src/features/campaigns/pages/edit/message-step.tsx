import {
  type Bot,
  type CampaignFile,
  type CampaignMessage,
  type CampaignVersion,
  campaignMessageProblems,
  codePoints,
  messageLimits,
  trackableLinks,
} from '@botscope/contract';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { problemText } from '../../../../ui/field-errors.ts';
import { Section } from '../../../../ui/section.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { MessageText } from '../../../messages/public/editor/message-text.tsx';
import { linkAddressQuery } from '../../data/links-data.ts';
import { canHaveCaptionAbove, contentFor, contentKinds, detectContentKind } from '../../data/message-kind.ts';
import { findMessage, withMessage } from '../../data/versions.ts';
import classes from './editor.module.css';
import { LinkPreviewFields } from './link-preview.tsx';
import { MessageAlbum } from './message-album.tsx';
import { MessageButtons } from './message-buttons.tsx';
import { MessageFile } from './message-file.tsx';
import { MessagePost } from './message-post.tsx';
import { MessagePreview } from './message-preview.tsx';
import type { StepProps } from './step-props.ts';
import { VariablesMenu } from './variables-menu.tsx';

const options = [
  ['disable_notification', 'Messages.options.silent'],
  ['protect_content', 'Messages.options.protect'],
] as const;

/** One version of the message: text with its formatting, what goes with it, buttons. Beside it, how it looks. */
export function MessageStep({ bot, state, draft, change, version }: StepProps & { version: CampaignVersion }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const message = findMessage(state.values, version);
  const [kind, setKind] = useState(() => detectContentKind(message));
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const now = () => findMessage(draft.state().values, version);
  const write = (part: Partial<CampaignMessage>) => change(withMessage(draft.state().values, version, part));
  const onFile = ({ id, name }: CampaignFile) => setNames((before) => ({ ...before, [id]: name }));
  const nameOf = (file: string): string => names[file] ?? state.stored?.file_names[file] ?? '';
  const { media, album = [] } = message;
  const isCaption = kind !== 'message' || media !== null;
  const problems = campaignMessageProblems(message);
  const ofText = problems.find(
    ({ path, code }) => ['text', 'entities'].includes(String(path[0])) && code !== 'EmptyMessage',
  );
  const ofAlbum = problems.find(({ path }) => path[0] === 'album');
  const label = t(kind === 'post' ? 'CampaignContent.post.caption' : isCaption ? 'Messages.caption' : 'Messages.write');
  return (
    <div className={classes.columns}>
      <Section title={t('CampaignEditor.message.title')}>
        <div className={classes.stack}>
          <SegmentedControl
            size="xs"
            maw="100%"
            style={{ justifySelf: 'start' }}
            aria-label={t('CampaignContent.kinds.label')}
            value={kind}
            data={contentKinds.map((value) => ({ value, label: t(`CampaignContent.kinds.${value}`) }))}
            onChange={(value) => {
              const next = contentKinds.find((one) => one === value) ?? 'message';
              setKind(next);
              write(contentFor(next, now()));
            }}
          />
          {kind === 'message' && (
            <MessageFile bot={bot} media={media} nameOf={nameOf} onFile={onFile} onChange={write} />
          )}
          {kind === 'album' && (
            <MessageAlbum bot={bot} album={() => now().album ?? []} nameOf={nameOf} onFile={onFile} onChange={write} />
          )}
          {kind === 'album' && album.length > 0 && ofAlbum && (
            <p role="alert" className={classes.wrong}>
              {problemText(t, { code: ofAlbum.code })}
            </p>
          )}
          {kind === 'post' && <MessagePost post={message.post} onChange={write} />}
          <div className={classes.field}>
            <MessageText
              label={label}
              placeholder={kind === 'message' && !isCaption ? t('Messages.placeholder') : label}
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
          <UsedLength message={message} maxLength={isCaption ? messageLimits.caption : messageLimits.text} />
          {kind === 'post' && <Dim>{t('CampaignContent.post.captionHint')}</Dim>}
          <MessageButtons message={message} isAlbum={kind === 'album'} problems={problems} onChange={write} />
          {kind === 'message' && media === null && <LinkPreviewFields message={message} onChange={write} />}
          {canHaveCaptionAbove(kind, message) && (
            <Checkbox
              label={t('CampaignContent.captionAbove')}
              checked={message.caption_above === true}
              onChange={(event) => write({ caption_above: event.currentTarget.checked })}
            />
          )}
          <TrackLinks bot={bot} message={message} onChange={(track_links) => write({ track_links })} />
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
      <MessagePreview bot={bot} state={state} version={version} nameOf={nameOf} />
    </div>
  );
}

/** The length of the text and the number of its formats, each beside its limit. */
function UsedLength({ message, maxLength }: { message: CampaignMessage; maxLength: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = format.number(codePoints(message.text.trim()));
  const entityCount = message.entities.length;
  return (
    <Dim role="status">
      {t('CampaignEditor.message.used', { number, most: format.number(maxLength) })}
      {entityCount > 0 &&
        ` · ${t('CampaignEditor.message.entities', {
          number: format.number(entityCount),
          most: format.number(messageLimits.entities),
        })}`}
    </Dim>
  );
}

interface TrackLinksProps {
  bot: Bot;
  message: CampaignMessage;
  onChange(isTracked: boolean): void;
}

/** The switch for tracked links, with what it does, or why it cannot. */
function TrackLinks({ bot, message, onChange }: TrackLinksProps) {
  const { t } = useTranslation();
  const address = useQuery(linkAddressQuery(bot.key)).data?.address;
  const count = trackableLinks(message).length;
  const isUnavailable = address === null;
  return (
    <Checkbox
      label={t('CampaignContent.track.label')}
      description={
        isUnavailable
          ? t('CampaignContent.track.unavailable')
          : t('CampaignContent.track.hint', { count, address: `${address ?? 'https://…/r/'}…` })
      }
      checked={message.track_links}
      // Tracking that was switched on before the address changed can still be switched off.
      disabled={isUnavailable && !message.track_links}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
