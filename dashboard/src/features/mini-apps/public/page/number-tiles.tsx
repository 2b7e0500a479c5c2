import { Box, Text } from '@mantine/core';

export interface Tile {
  name: string;
  value: string;
  /** A smaller line below; '' = none. */
  under: string;
}

/** Numbers side by side. */
export function NumberTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <Box
      component="dl"
      display="grid"
      m={0}
      style={{ gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}
    >
      {tiles.map(({ name, value, under }) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Box component="dd" m={0}>
            <Text fz="xl" fw={600} className="tabular">
              {value}
            </Text>
            {under !== '' && (
              <Text size="xs" c="dimmed">
                {under}
              </Text>
            )}
          </Box>
        </div>
      ))}
    </Box>
  );
}
