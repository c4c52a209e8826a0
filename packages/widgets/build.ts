import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { type BuildEnvironmentOptions, build, type Plugin } from 'vite'
import { compiledTexts } from '../../texts/vite-plugin.ts'
import { chunkGroups } from '../../widgets/build/chunk-groups.ts'
import { describePackage } from '../../widgets/build/manifest.ts'
import { shortLiterals } from '../../widgets/build/short-literals.ts'

// Builds the package from the source of /widgets/v1: the elements with their chunks, the components of React, which import
// them, and the server's part on its own.

const here = import.meta.dirname
const dist = join(here, 'dist')
// Otherwise Lit includes its warnings for developers, which weigh 3 kB.
process.env.NODE_ENV = 'production'

const besideElements: Plugin = {
  name: 'beside-elements',
  enforce: 'pre',
  resolveId: id =>
    id === './index.ts' ? { id: './index.js', external: true, moduleSideEffects: true } : null,
}

await bundle('index', { emptyOutDir: true })
await bundle('react', {})
await bundle('server', { ssr: true })
describePackage(dist)
const typed = [
  'react',
  'past-events',
  'server',
  'server/options',
  'server/rating',
  'server/reviews',
  'server/store',
  'server/strips',
]
for (const name of typed) writeTypes(name)

async function bundle(entry: string, options: BuildEnvironmentOptions): Promise<void> {
  await build({
    configFile: false,
    root: here,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      target: 'es2022',
      outDir: dist,
      emptyOutDir: false,
      lib: { entry: join(here, 'src', `${entry}.ts`), formats: ['es'] },
      minify: true,
      reportCompressedSize: false,
      // The components contain nothing of others.
      license: entry === 'react' ? false : { fileName: `licenses-${entry}.json` },
      ...options,
      rolldownOptions: {
        external: ['react'],
        // What the chunks share with the elements lies beside them, as in /widgets/v1.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name].js',
          // Bundlers add a hash of their own: two for each language would be 0.4 kB of a page.
          chunkFileNames: entry === 'server' ? 'server/chunks/[name].js' : 'chunks/[name].js',
          // Components with hooks run in browsers, also where a page is made of server components.
          banner: entry === 'react' ? "'use client'" : '',
          minify: { compress: true, mangle: { toplevel: true }, codegen: { removeWhitespace: true } },
          comments: false,
          ...(entry === 'index' && { codeSplitting: chunkGroups }),
        },
      },
    },
    plugins: entry === 'react' ? [besideElements] : [compiledTexts(), shortLiterals()],
  })
}

/** Writes the declarations of one file: those of the elements are made from their doc blocks. */
function writeTypes(name: string): void {
  const fileName = join(here, 'src', `${name}.ts`)
  const compilerOptions = { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions,
  })
  const file = join(dist, `${name}.d.ts`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, outputText.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}
