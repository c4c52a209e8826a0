import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

// The recipes of render-on-the-server.md, each with declarations of what it uses of its framework. React and React Router
// are installed; the others are declared here by what their documentation says.

const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/render-on-the-server.md'), 'utf8')
// Beside node_modules, where the types of React are found.
const folder = join(import.meta.dirname, '../../build/samples')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const declarations: Record<string, string> = {
  next: 'interface RequestInit { next?: { revalidate?: number | false } }',
  nuxt: `
    declare function defineProps<T>(): T
    declare function $fetch<T>(url: string, options: {
      query?: Record<string, string>, responseType?: 'text' | 'json', timeout?: number
    }): Promise<T>
    declare function useAsyncData<T>(key: string, read: () => Promise<T>): Promise<{ data: { value: T | null } }>
    declare function useHead(head: { script?: { type?: string, src?: string, innerHTML?: string }[] }): void`,
  hydrogen: `
    import type { DetailedHTMLProps, HTMLAttributes } from 'react'
    declare module 'react' { namespace JSX { interface IntrinsicElements {
      'rw-reviews': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>
    } } }`,
}

const samples = [...page.matchAll(/```tsx?\n\/\/ (\w+): (.*)\n([\s\S]*?)```/g)].map(
  ([, framework = '', name = '', code = '']) => ({ framework, name, code }),
)

test('there are samples of three frameworks', () => {
  expect([...new Set(samples.map(({ framework }) => framework))]).toEqual(['next', 'nuxt', 'hydrogen'])
})

test.each(Object.keys(declarations))('the samples for %s compile', framework => {
  const own = samples.filter(sample => sample.framework === framework)
  const place = join(folder, framework)
  mkdirSync(place, { recursive: true })
  const files = own.map(({ name, code }, index) => {
    const file = join(place, name.endsWith('.d.ts') ? 'elements.d.ts' : `sample-${index}.tsx`)
    writeFileSync(file, /^import |^export /m.test(code) ? code : `${code}\nexport {}\n`)
    return file
  })
  const declared = join(place, 'declared.d.ts')
  writeFileSync(declared, declarations[framework] ?? '')
  const program = ts.createProgram([declared, ...files], {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
    ...{ jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  })
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => {
    return `${file?.fileName.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
  expect(problems).toEqual([])
}, 120_000)
