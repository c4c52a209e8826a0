import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './dashboard/build/compressed.ts'
import { compiledTexts } from './texts/vite-plugin.ts'

// The dashboard: an entry, a chunk for each screen, and a manifest from which the page is written.
export default defineConfig({
  root: 'dashboard',
  base: '/admin/assets/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), compiledTexts(), compressed()],
  build: {
    target: 'es2022',
    outDir: '../build/dashboard',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: 'chunks',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The bundled packages and their licences. supply-chain/ reads this file, and it is served with the others.
    license: { fileName: 'licenses.json' },
    chunkSizeWarningLimit: 1_000, // kB; what counts is measured compressed, by a test
    rolldownOptions: { input: 'main.tsx' },
  },
})
