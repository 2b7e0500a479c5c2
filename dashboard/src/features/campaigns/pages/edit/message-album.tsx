import { type AlbumItem, albumKinds, albumLimits, type Bot } from '@botscope/contract';
import { ActionIcon, Button, Checkbox, Flex, Image, Progress, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { AddressField } from '../../../messages/public/editor/attachment.tsx';
import { fileHref } from '../../data/files.ts';
import { moveItem } from '../../data/message-kind.ts';
import editorClasses from './editor.module.css';
import { type AlbumTarget, useAlbumUpload } from './use-album-upload.ts';

interface MessageAlbumProps extends AlbumTarget {
  nameOf(file: string): string;
}

/** The files of an album: added from the device or from an address, put in order, each with what it is sent as. */
export function MessageAlbum({ bot, album, nameOf, onFile, onChange }: MessageAlbumProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const { attachment, leftOut, add } = useAlbumUpload({ bot, album, onFile, onChange });
  const items = album();
  const isFull = items.length >= albumLimits.most;
  const maxItems = format.number(albumLimits.most);
  const change = (index: number, part: Partial<AlbumItem>) =>
    onChange({ album: items.map((item, position) => (position === index ? { ...item, ...part } : item)) });
  return (
    <Stack gap={8}>
      {items.length > 0 && (
        <ol className={editorClasses.albumFiles} aria-label={t('CampaignContent.album.files')}>
          {items.map((item, index) => (
            // An album may contain the same file twice.
            <li key={`${item.file} ${String(index)}`}>
              <Item
                {...{ bot, item, index, count: items.length, name: nameOf(item.file) }}
                onChange={(part) => change(index, part)}
                onMove={(step) => onChange({ album: moveItem(items, index, step) })}
                onRemove={() => onChange({ album: items.filter((_, position) => position !== index) })}
              />
            </li>
          ))}
        </ol>
      )}
      {attachment.uploading && (
        <div>
          <Dim>{t('Messages.attach.uploading', { name: attachment.uploading.name })}</Dim>
          <Progress
            value={attachment.uploading.share * 100}
            aria-label={t('Messages.attach.uploading', { name: attachment.uploading.name })}
          />
        </div>
      )}
      {attachment.problem !== null && (
        <p role="alert" className={editorClasses.wrong}>
          {attachment.problem}
        </p>
      )}
      {leftOut > 0 && (
        <Dim role="status">
          {t('CampaignContent.album.left', { count: leftOut, number: format.number(leftOut), most: maxItems })}
        </Dim>
      )}
      <Flex gap={8} wrap="wrap">
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // Clearing the field lets the user choose the same files again.
            event.currentTarget.value = '';
            void add(files);
          }}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          disabled={isFull || attachment.uploading !== null}
          onClick={() => input.current?.click()}
        >
          {t('CampaignContent.album.add')}
        </Button>
        {attachment.fetch && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isFull || attachment.uploading !== null}
            onClick={() => setAddressOpen(true)}
          >
            {t('Messages.attach.address')}
          </Button>
        )}
      </Flex>
      {isAddressOpen && <AddressField attachment={attachment} onDone={() => setAddressOpen(false)} />}
      <Dim>{isFull ? t('CampaignContent.album.full', { most: maxItems }) : t('CampaignContent.album.hint')}</Dim>
    </Stack>
  );
}

interface ItemProps {
  bot: Bot;
  item: AlbumItem;
  index: number;
  count: number;
  name: string;
  onChange(part: Partial<AlbumItem>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function Item({ bot, item, index, count, name, onChange, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation();
  const words = { name };
  const tools = [
    [IconArrowUp, t('CampaignContent.album.earlier', words), index === 0, () => onMove(-1)],
    [IconArrowDown, t('CampaignContent.album.later', words), index === count - 1, () => onMove(1)],
    [IconX, t('CampaignContent.album.remove', words), false, onRemove],
  ] as const;
  return (
    <Flex className={editorClasses.albumFile} gap={8} wrap="wrap" align="center">
      {item.kind === 'photo' && <Image src={fileHref(bot.key, item.file)} alt="" w={40} h={40} radius={6} />}
      <bdi className={editorClasses.albumName}>{name}</bdi>
      <Flex gap={8} wrap="wrap" align="center">
        <SelectChoice
          label={t('CampaignContent.album.as', words)}
          value={item.kind}
          options={albumKinds.map((kind) => ({ value: kind, label: t(`Messages.attach.kinds.${kind}`) }))}
          onChange={(value) => onChange({ kind: albumKinds.find((kind) => kind === value) ?? item.kind })}
        />
        {(item.kind === 'photo' || item.kind === 'video') && (
          <Checkbox
            size="xs"
            label={t('CampaignContent.album.spoiler')}
            checked={item.has_spoiler === true}
            onChange={(event) => onChange({ has_spoiler: event.currentTarget.checked })}
          />
        )}
        <Flex>
          {tools.map(([Icon, label, disabled, run]) => (
            <ActionIcon
              key={label}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={label}
              disabled={disabled}
              onClick={run}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          ))}
        </Flex>
      </Flex>
    </Flex>
  );
}
