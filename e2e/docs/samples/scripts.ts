import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { checkout } from '../../service.ts'
import type { Fence } from '../pages.ts'
import { globalShims, moduleShims } from './shims.ts'

/** TypeScript or JavaScript of a page: a block, or a script within HTML. */
export type Script = Pick<Fence, 'page' | 'line' | 'language' | 'code'>

/** Compiles the scripts in `folder`, strictly unless they are JavaScript. Returns what is wrong, by page and line. */
export function checkScripts(scripts: Script[], folder: string): string[] {
  const groups = Object.groupBy(whole(scripts), script => `${frameworkOf(script)} ${isTyped(script)}`)
  return Object.entries(groups).flatMap(([name, group = []]) =>
    compile(group, join(folder, name.replace(' ', '-'))),
  )
}

const isTyped = ({ language }: Script) => language.startsWith('ts')

/** A sample names its framework in its first line, as in `// nuxt: pages/index.vue`. */
function frameworkOf({ language, code }: Script): string {
  const [, named = ''] = /^\/\/ (\w+): /.exec(code) ?? []
  if (named) return named
  if (language === 'vue') return 'nuxt'
  return language === 'jsx' ? 'next' : 'none'
}

/** The scripts, with JSX that only uses components appended to the block that declares them. */
function whole(scripts: Script[]): Script[] {
  const complete: Script[] = []
  for (const script of scripts) {
    const last = complete.at(-1)
    const isUse = script.code.startsWith('<')
    if (isUse && last?.language === script.language && last.page === script.page)
      last.code += `\nexport const used = product => <>${script.code}</>`
    else complete.push({ ...script })
  }
  return complete
}

function compile(scripts: Script[], folder: string): string[] {
  const [first] = scripts
  if (!first) return []
  mkdirSync(folder, { recursive: true })
  const files = new Map(scripts.map(script => [write(folder, script), script]))
  const framework = frameworkOf(first)
  // These samples declare the elements themselves.
  const declaresElements = scripts.some(({ code }) => code.includes('interface IntrinsicElements'))
  const declarations = join(folder, 'declared.d.ts')
  const widgets = join(checkout, 'build/widgets/v1', 'widgets-react.d.ts')
  writeFileSync(declarations, `${globalShims[framework] ?? ''}\n${moduleShims}`)
  const program = ts.createProgram(
    [declarations, ...(declaresElements ? [] : [widgets]), ...files.keys()],
    optionsFor(isTyped(first)),
  )
  return ts.getPreEmitDiagnostics(program).flatMap(({ messageText, file, start = 0 }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    // JavaScript cannot say which element it found.
    if (!isTyped(first) && /^Property '\w+' does not exist on type '(HTML)?Element'/.test(text)) return []
    const script = files.get(file?.fileName ?? '')
    if (!file || !script) return `${file?.fileName}: ${text}`
    return `${script.page}:${script.line + 1 + file.getLineAndCharacterOfPosition(start).line}: ${text}`
  })
}

function write(folder: string, { page, line, language, code }: Script): string {
  const [, named] = /^\/\/ \w+: \S*?(\.d\.ts)/.exec(code) ?? []
  const file = join(folder, `${page.replace(/\W/g, '-')}-${line}${named ?? extensions[language] ?? '.js'}`)
  // A file without imports would share its names with the others.
  writeFileSync(file, /^(import|export) /m.test(code) ? code : `${code}\nexport {}\n`)
  const [, component] = /^export default function (\w+)/m.exec(code) ?? []
  // Other blocks import it by its own name.
  if (component)
    writeFileSync(join(folder, `${component}.tsx`), `export { default } from ${JSON.stringify(file)}\n`)
  return file
}

const extensions: Record<string, string> = { ts: '.tsx', tsx: '.tsx', jsx: '.jsx' }

function optionsFor(isStrict: boolean): ts.CompilerOptions {
  return {
    ...{ strict: isStrict, allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, types: ['node'] },
    ...{ jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    ...{ allowSyntheticDefaultImports: true, allowImportingTsExtensions: true },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    paths: {
      '@realword/vendure/options': [join(checkout, 'packages/vendure/src/options.ts')],
      '@realword/medusa/options': [join(checkout, 'packages/medusa/src/realword/options.ts')],
    },
  }
}
