/// <reference types="node" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The server that answers /api while the dashboard itself is served by Vite.
const server = process.env['BOTSCOPE_SERVER'] ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': server, '/v1': server } },
  preview: { proxy: { '/api': server, '/v1': server } },
  build: {
    // Older targets make the CSS minifier rewrite light-dark(), which then paints transparent.
    target: ['chrome125', 'firefox128', 'safari18'],
    manifest: true,
    rolldownOptions: {
      output: {
        // Without groups the sign-in page asked for 16 to 23 small files.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'shared', test: /node_modules\//, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
});
