import { defineConfig } from 'vite'
import { compiledTexts } from './texts/vite-plugin.ts'
import { chunkGroups } from './widgets/build/chunk-groups.ts'
import { finish } from './widgets/build/finish.ts'
import { shortLiterals } from './widgets/build/short-literals.ts'

// The widgets: one entry with a name that stays, and chunks named by what is in them.
export default defineConfig({
  root: 'widgets',
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: '../build/widgets/v1',
    emptyOutDir: true,
    lib: { entry: 'widgets.ts', formats: ['es'] },
    reportCompressedSize: false,
    // The bundled packages and their licences. supply-chain/ reads this file, and it is served with the others.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      // What the chunks share with the entry lies in the entry: a page with ratings only asks for it and the texts of a language.
      preserveEntrySignatures: 'allow-extension',
      output: {
        format: 'es',
        entryFileNames: 'widgets.js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        minify: { compress: true, mangle: { toplevel: true }, codegen: { removeWhitespace: true } },
        comments: false,
        codeSplitting: chunkGroups,
      },
    },
  },
  plugins: [compiledTexts({ named: ['widgets'] }), shortLiterals(), finish()],
})
