import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: Vite requires it
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: isSsrBuild ? 'server' : 'client',
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['app.html', 'hydrate.tsx', 'plain.ts'],
          output: { entryFileNames: '[name].js' },
        },
  },
}))
