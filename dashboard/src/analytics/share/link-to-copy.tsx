import type { Share } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { embedCode, shareLink } from './share-link.ts';
import { shareName } from './share-name.ts';

/** The link as a text and a button; below it the code for a page, where other sites may frame it. */
export function LinkToCopy({ share, token }: { share: Share; token: string }) {
  const { t, i18n } = useTranslation();
  const link = shareLink(window.location.origin, token, i18n.language);
  const code = embedCode(link, shareName(share, t));
  return (
    <>
      <Flex gap={12} align="flex-start" mt={8}>
        <Box
          component="output"
          flex={1}
          miw={0}
          ff="monospace"
          fz="xs"
          style={{ overflowWrap: 'anywhere' }}
          aria-label={t('Share.copyLink')}
        >
          {link}
        </Box>
        <CopyButton value={link} label={t('Share.copyLink')} />
      </Flex>
      {share.embeddable && (
        <Flex gap={12} align="flex-start" mt={8}>
          <Box
            component="output"
            flex={1}
            miw={0}
            ff="monospace"
            fz="xs"
            style={{ overflowWrap: 'anywhere' }}
            aria-label={t('Share.embed')}
          >
            {code}
          </Box>
          <CopyButton value={code} label={t('Share.copyEmbed')} />
        </Flex>
      )}
    </>
  );
}
