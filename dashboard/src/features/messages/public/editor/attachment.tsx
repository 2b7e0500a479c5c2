import { type MediaKind, type MessageFile, mediaKinds } from '@botscope/contract';
import { Button, Checkbox, Progress, TextInput } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import classes from './composer.module.css';
import { detectMediaKind, type MessageDraft } from './message-draft.ts';

/** Storage of files before they are sent. */
export interface FileStore {
  upload(file: File, progress: { onProgress(share: number): void; signal: AbortSignal }): Promise<MessageFile>;
  /** The server downloads it; where it may. */
  fetch?(url: string): Promise<MessageFile>;
}

interface UploadState {
  name: string;
  share: number;
}

/** One file of a message: from the device or from an address. `stop` ends what is under way. */
export function useAttachment(files: FileStore, onAttached: (media: MessageDraft['media']) => void) {
  const [uploading, setUploading] = useState<UploadState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(null);
  const { fetch: fetchFile } = files;
  useEffect(() => () => stop.current?.abort(), []);
  const attach = async (name: string, load: (signal: AbortSignal) => Promise<MessageFile>) => {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(null);
    setUploading({ name, share: 0 });
    try {
      const file = await load(controller.signal);
      onAttached({ kind: detectMediaKind(file.type), file, has_spoiler: false });
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureText(codeOf(error)));
    } finally {
      setUploading(null);
    }
  };
  return {
    uploading,
    problem,
    stop: () => stop.current?.abort(),
    upload: (file: File) =>
      attach(file.name, (signal) =>
        files.upload(file, { signal, onProgress: (share) => setUploading({ name: file.name, share }) }),
      ),
    fetch: fetchFile && ((url: string) => attach(url, () => fetchFile(url))),
  };
}
export type Attachment = ReturnType<typeof useAttachment>;

/** The button that attaches a file. */
export function AttachMenu({ attachment, onAddress }: { attachment: Attachment; onAddress(): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Clearing the field lets the user choose the same file again.
          event.currentTarget.value = '';
          if (file) void attachment.upload(file);
        }}
      />
      <DropMenu
        label={t('Messages.attach.label')}
        align="start"
        buttonClass={classes.tool ?? ''}
        button={<IconPaperclip size={18} aria-hidden />}
      >
        <DropItem onChoose={() => input.current?.click()}>{t('Messages.attach.file')}</DropItem>
        {attachment.fetch && <DropItem onChoose={onAddress}>{t('Messages.attach.address')}</DropItem>}
      </DropMenu>
    </>
  );
}

/** Field for the address of a file. */
export function AddressField({ attachment, onDone }: { attachment: Attachment; onDone(): void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const attach = () => {
    onDone();
    if (address.trim() !== '') void attachment.fetch?.(address.trim());
  };
  return (
    <div className={classes.linkField}>
      <TextInput
        aria-label={t('Messages.attach.addressLabel')}
        placeholder="https://"
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            attach();
          }
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button variant="default" onClick={attach}>
        {t('Messages.attach.download')}
      </Button>
    </div>
  );
}

interface AttachedFileProps {
  attachment: Attachment;
  media: MessageDraft['media'];
  onChange(media: MessageDraft['media']): void;
  /** Kinds that the file can be sent as. */
  kinds?: readonly MediaKind[];
}

/** The file as it goes along: what it is sent as, and the way to take it off. */
export function AttachedFile({ attachment, media, onChange, kinds = mediaKinds }: AttachedFileProps) {
  const { t } = useTranslation();
  const { problem, uploading } = attachment;
  if (uploading) {
    const label = t('Messages.attach.uploading', { name: uploading.name });
    return (
      <div className={classes.file}>
        <span className={classes.fileName}>{label}</span>
        <Progress className={classes.progress} value={uploading.share * 100} aria-label={label} />
        <RemoveButton onClick={attachment.stop} />
      </div>
    );
  }
  return (
    <>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {media && (
        <div className={classes.file}>
          <bdi className={classes.fileName}>{media.file.name}</bdi>
          <SelectChoice
            label={t('Messages.attach.as')}
            value={media.kind}
            options={kinds.map((kind) => ({ value: kind, label: t(`Messages.attach.kinds.${kind}`) }))}
            onChange={(kind) => onChange({ ...media, kind: kind as MediaKind })}
          />
          {['photo', 'video', 'animation'].includes(media.kind) && (
            <Checkbox
              size="xs"
              label={t('Messages.attach.spoiler')}
              checked={media.has_spoiler}
              onChange={(event) => onChange({ ...media, has_spoiler: event.currentTarget.checked })}
            />
          )}
          <RemoveButton onClick={() => onChange(null)} />
        </div>
      )}
    </>
  );
}

function RemoveButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes.tool} aria-label={t('Messages.attach.remove')} onClick={onClick}>
      <IconX size={16} aria-hidden />
    </button>
  );
}
