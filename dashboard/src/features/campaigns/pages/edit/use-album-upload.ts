import {
  type AlbumItem,
  albumKinds,
  albumLimits,
  type Bot,
  type CampaignFile,
  type CampaignMessage,
} from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { useAttachment } from '../../../messages/public/editor/attachment.tsx';
import { detectMediaKind } from '../../../messages/public/editor/message-draft.ts';
import { createFileStore } from '../../data/files.ts';

export interface AlbumTarget {
  bot: Bot;
  /** As it is now, also while a file is on its way. */
  album(): readonly AlbumItem[];
  onFile(file: CampaignFile): void;
  onChange(part: Pick<CampaignMessage, 'album'>): void;
}

/** Uploads files one after another and appends each to the album. `leftOut` counts those for which it had no room. */
export function useAlbumUpload({ bot, album, onFile, onChange }: AlbumTarget) {
  const [leftOut, setLeftOut] = useState(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const attachment = useAttachment(createFileStore(bot), (media) => {
    if (media === null) return;
    const { id, type } = media.file;
    onFile(media.file);
    const kind = albumKinds.find((one) => one === detectMediaKind(type)) ?? 'document';
    onChange({ album: [...album(), { kind, file: id }] });
  });
  const add = async (files: readonly File[]) => {
    const room = albumLimits.most - album().length;
    setLeftOut(Math.max(0, files.length - room));
    for (const file of files.slice(0, room)) {
      await attachment.upload(file);
      if (isGone.current) return;
    }
  };
  return { attachment, leftOut, add };
}
