import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const zoom = 16;

/** Coordinates that lead to a map; nothing is loaded from there by itself. */
export function MapLink({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useTranslation();
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`;
  return (
    <Anchor size="sm" href={href} target="_blank" rel="noopener noreferrer" title={t('Conversation.map')}>
      {latitude}, {longitude}
    </Anchor>
  );
}
