/// <reference types="node" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting, noChunkCycles } from './chunk-groups.ts';
import { firstScreen } from './first-screen.ts';
import { trimEndpoints } from './trim-endpoints.ts';
import { trimErrors } from './trim-errors.ts';

// The server that answers /api while the dashboard itself is served by Vite.
const server = process.env.BOTSCOPE_SERVER ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), trimEndpoints(), trimErrors(), firstScreen, noChunkCycles],
  server: { proxy: { '/api': server, '/v1': server, '/r/': server } },
  preview: { proxy: { '/api': server, '/v1': server, '/r/': server } },
  build: {
    // Older targets make the CSS minifier rewrite light-dark(), which then paints transparent.
    target: ['chrome125', 'firefox128', 'safari18'],
    manifest: true,
    rolldownOptions: { output: { codeSplitting } },
  },
});
