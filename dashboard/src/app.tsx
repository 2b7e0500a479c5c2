import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from './api/call.ts';
import { cssVariables, theme } from './theme/theme.ts';

// The same key as in public/scheme.js, which sets the scheme before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Everything that pages take for granted. */
export function App({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" autoClose={4500} limit={4} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
