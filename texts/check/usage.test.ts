import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findUnloaded } from '../../dashboard/build/unloaded.ts'
import { programOf } from './program.ts'
import { findUnused } from './unused.ts'

// A small dashboard: the types of its texts, and a screen.
const validDashboard = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'esnext', lib: ['esnext'], types: [] },
    },
    include: ['.'],
  }),
  'types/catalogues.ts': `export type Catalogues = {
    dashboard: {
      shop: {
        title: string
        left: (values: { count: number; what: string }) => string
        states: { open: string; closed: string }
        steps: { a: { title: string }; b: { title: string; more: string } }
      }
      common: { save: string }
    }
  }`,
  'words/texts.ts': `import type { Catalogues } from '../types/catalogues.ts'
    type All = Catalogues['dashboard']
    export declare function useTexts<Area extends keyof All>(area: Area): All[Area]`,
  'main.tsx': `import { useTexts } from './words/texts.ts'
    import './screens.tsx'
    export const save = useTexts('common').save`,
  'screens.tsx': `declare function screen(texts: string[], load: () => Promise<unknown>): void
    screen(['shop'], () => import('./shop/page.tsx'))`,
  'shop/page.tsx': `import { useTexts } from '../words/texts.ts'
    export function Shop({ state, step }: { state: 'open' | 'closed'; step: 'a' | 'b' }) {
      const texts = useTexts('shop')
      const shown: { title: string; more?: string } = texts.steps[step]
      return [texts.title, texts.left({ count: 2, what: 'tea' }), texts.states[state], shown]
    }`,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The faults of the small dashboard after a replacement in one of its files. */
function faultsAfter(name: keyof typeof validDashboard, from: string, to: string): string[] {
  expect(validDashboard[name]).toContain(from)
  const changed = { ...validDashboard, [name]: validDashboard[name].replace(from, to) }
  for (const [file, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const program = programOf(folder)
  const types = join(folder, 'types/catalogues.ts')
  return [...findUnused('dashboard', program, types), ...findUnloaded(folder, program)]
}

test('finds no faults in a correct dashboard', () => {
  expect(faultsAfter('main.tsx', 'save', 'save')).toEqual([])
})

test.each([
  ['a text', 'title: string', 'title: string; lead: string', 'shop.lead'],
  ['a function', 'states:', 'days: (values: { count: number }) => string; states:', 'shop.days'],
  ['a text of a group', 'open: string', 'open: string; gone: string', 'shop.states.gone'],
])('finds %s that nothing uses', (_, from, to, path) => {
  const faults = faultsAfter('types/catalogues.ts', from, to)
  expect(faults).toEqual([`dashboard.${path}: nothing uses this text`])
})

test('counts every text of a group as used when the key comes from the server', () => {
  expect(faultsAfter('shop/page.tsx', "state: 'open' | 'closed'", 'state: any')).toEqual([])
})

test('finds areas that a screen uses without loading, or loads without using', () => {
  expect(faultsAfter('screens.tsx', "['shop']", '[]')).toEqual(['shop/page.tsx: does not load shop'])
  const faults = faultsAfter('screens.tsx', "['shop']", "['shop', 'mail']")
  expect(faults).toEqual(['shop/page.tsx: loads mail, and does not use it'])
})
