import {
  type Bot,
  type CampaignFile,
  type CampaignMessage,
  campaignTypes,
  type MediaKind,
  mediaMethods,
} from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dim } from '../../../../ui/words.tsx';
import { AddressField, AttachedFile, AttachMenu, useAttachment } from '../../../messages/public/editor/attachment.tsx';
import { createFileStore } from '../../data/files.ts';

const types: readonly string[] = campaignTypes;
/** Kinds that a campaign can send a file as. */
const kinds = (Object.keys(mediaMethods) as MediaKind[]).filter((kind) => types.includes(mediaMethods[kind]));

interface MessageFileProps {
  bot: Bot;
  media: CampaignMessage['media'];
  nameOf(file: string): string;
  onFile(file: CampaignFile): void;
  onChange(part: Pick<CampaignMessage, 'media'>): void;
}

/** The one file of a message, or none. */
export function MessageFile({ bot, media, nameOf, onFile, onChange }: MessageFileProps) {
  const { t } = useTranslation();
  const [isAddressOpen, setAddressOpen] = useState(false);
  const attachment = useAttachment(createFileStore(bot), (attached) => {
    if (attached === null) return onChange({ media: null });
    onFile(attached.file);
    const kind = kinds.includes(attached.kind) ? attached.kind : 'document';
    onChange({ media: { kind, file: attached.file.id } });
  });
  const attached = media && {
    kind: media.kind,
    has_spoiler: media.has_spoiler === true,
    file: { id: media.file, name: nameOf(media.file), type: '', bytes: 0 },
  };
  return (
    <>
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
          onChange({ media: next && { kind: next.kind, file: next.file.id, has_spoiler: next.has_spoiler } })
        }
      />
    </>
  );
}
