import '../platform/theme/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { followErrors } from '../platform/errors/error-mapping.ts';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { startStyles } from './start-styles.ts';

followErrors(router);

// The loading screen in index.html stays until the first guard has finished: nothing is drawn twice.
const place = document.getElementById('root');
if (place) {
  await Promise.all([router.load(), startStyles()]);
  const root = createRoot(place);
  // In slices: in one piece the first page blocked a phone's main thread for 200 ms.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    ),
  );
}
