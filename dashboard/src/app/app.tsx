import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { queryClient } from '../platform/api/call.ts';
import { forcedScheme } from '../platform/theme/forced-scheme.ts';
import { cssVariables, theme } from '../platform/theme/theme.ts';
import { optional } from '../ui/optional.ts';

// The key is the one in first-script.js, which sets the scheme before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'color-scheme' });

const forced = forcedScheme(window.location);

// A page is there before anything can be said about it; the store keeps what is said meanwhile. 12 kB compressed.
const Toasts = optional(() => import('../ui/toasts.tsx').then(({ Toasts }) => Toasts));

/** Everything that pages take for granted. */
export function App({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      {...(forced && { forceColorScheme: forced })}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Toasts />
        </Suspense>
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
