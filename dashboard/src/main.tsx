import './theme/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { followRefusals } from './shell/refusals.ts';

followRefusals(router);

// The loading screen in index.html stays until the first guard has finished: nothing is drawn twice.
const place = document.getElementById('root');
if (place) {
  await router.load();
  createRoot(place).render(
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>,
  );
}
