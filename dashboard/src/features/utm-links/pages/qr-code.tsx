import { Button, Flex, Stack } from '@mantine/core';
import { IconDownload, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { qrAddress, qrFileName, qrPng, qrSvg } from '../../../ui/qr.ts';
import { saveFile } from '../../../ui/save-file.ts';
import classes from './qr-code.module.css';

interface QrCodeProps {
  /** '' = no link yet. */
  url: string;
  /** It was downloaded. */
  onTaken?: () => void;
}

/** The QR code of a link with its downloads: SVG for print, PNG for everything else. */
export function QrCode({ url, onTaken }: QrCodeProps) {
  const { t } = useTranslation();
  if (url === '') {
    return (
      <Stack gap={12} align="center" mt={16}>
        <div className={classes.waiting}>
          <IconQrcode size={40} stroke={1.2} aria-hidden />
          {t('UtmBuilder.link.qrWait')}
        </div>
      </Stack>
    );
  }
  const save = async (ending: 'svg' | 'png') => {
    try {
      const file = ending === 'png' ? await qrPng(url) : new Blob([qrSvg(url)], { type: 'image/svg+xml' });
      saveFile(qrFileName(url, ending), file);
      onTaken?.();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Stack gap={12} align="center" mt={16}>
      <img className={classes.code} src={qrAddress(url)} alt={t('UtmBuilder.link.qrOf', { url })} />
      <Flex gap={8} wrap="wrap" justify="center">
        {(['svg', 'png'] as const).map((ending) => (
          <Button
            key={ending}
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => save(ending)}
          >
            {t(`UtmBuilder.link.${ending}`)}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
}
