import type { CampaignMessage, CopiedPost } from '@botscope/contract';
import { linkOfPost } from '@botscope/contract';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dim } from '../../../../ui/words.tsx';
import { readPost, writtenPost } from '../../data/message-kind.ts';

interface MessagePostProps {
  post: CopiedPost | undefined;
  onChange(part: Pick<CampaignMessage, 'post'>): void;
}

/** Field for the post to copy: its link, or its chat and number. */
export function MessagePost({ post, onChange }: MessagePostProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => (post === undefined ? '' : writtenPost(post)));
  const link = post === undefined ? null : linkOfPost(post);
  const isWrong = text.trim() !== '' && post === undefined;
  return (
    <Stack gap={8}>
      <TextInput
        label={t('CampaignContent.post.link')}
        description={t('CampaignContent.post.hint')}
        placeholder="https://t.me/"
        value={text}
        error={isWrong ? t('CampaignContent.post.invalid') : undefined}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          onChange({ post: readPost(value) ?? undefined });
        }}
      />
      <Dim>
        {t(post === undefined ? 'CampaignContent.post.access' : 'CampaignContent.post.about')}{' '}
        {link !== null && (
          <Anchor size="sm" href={link} target="_blank" rel="noreferrer">
            {t('CampaignContent.post.open')}
          </Anchor>
        )}
      </Dim>
    </Stack>
  );
}
