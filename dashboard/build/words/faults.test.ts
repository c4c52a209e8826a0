import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findWordFaults } from './faults.ts'

const entries = fileURLToPath(new URL('../../words/entries.ts', import.meta.url))

// A small dashboard: two areas in two languages, and a screen that uses one.
const validDashboard = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'esnext', lib: ['esnext'], types: [] },
    },
    include: ['.'],
  }),
  'words/en/shop.ts': `export const words = {
    title: 'Shop',
    left: { one: '{count} of {what}', other: '{count} of {what}' },
    states: { open: 'Open', closed: 'Closed' },
  } as const`,
  'words/es/shop.ts': `export const words = {
    title: 'Tienda',
    left: { one: 'queda {count} de {what}', other: 'quedan {count} de {what}' },
    states: { open: 'Abierta', closed: 'Cerrada' },
  } as const`,
  'words/texts.ts': `import type { UsableTexts } from '${entries}'
    import type { words } from './en/shop.ts'
    import type { words as common } from './en/common.ts'
    type All = { shop: typeof words; common: typeof common }
    export declare function useTexts<Area extends keyof All>(area: Area): UsableTexts<All[Area]>`,
  'words/en/common.ts': `export const words = { save: 'Save' } as const`,
  'words/es/common.ts': `export const words = { save: 'Guardar' } as const`,
  'main.tsx': `import { useTexts } from './words/texts.ts'
    import './screens.tsx'
    export const save = useTexts('common').save`,
  'screens.tsx': `declare function screen(texts: string[], load: () => Promise<unknown>): void
    screen(['shop'], () => import('./shop/page.tsx'))`,
  'shop/page.tsx': `import { useTexts } from './texts.ts'
    export function Shop({ state }: { state: 'open' | 'closed' }) {
      const texts = useTexts('shop')
      return [texts.title, texts.left({ count: 2, what: 'tea' }), texts.states[state]]
    }`,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The faults of the small dashboard after a replacement in one of its files. */
async function faultsAfter(name: keyof typeof validDashboard, from: string, to: string): Promise<string[]> {
  expect(validDashboard[name]).toContain(from)
  for (const [file, text] of Object.entries({
    ...validDashboard,
    [name]: validDashboard[name].replace(from, to),
  })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return await findWordFaults(folder)
}

test('finds no faults in a correct dashboard', async () => {
  expect(await faultsAfter('main.tsx', 'save', 'save')).toEqual([])
})

test.each([
  ['a text', "title: 'Shop'", "title: 'Shop', lead: 'Welcome'", 'shop.lead: no screen uses this text'],
  [
    'a plural',
    'states: {',
    "days: { other: '{count} days' }, states: {",
    'shop.days: no screen uses this text',
  ],
  [
    'a text of a group',
    "open: 'Open'",
    "open: 'Open', gone: 'Gone'",
    'shop.states.gone: no screen uses this text',
  ],
])('finds %s that no screen uses', async (_, from, to, fault) => {
  expect(await faultsAfter('words/en/shop.ts', from, to)).toContain(fault)
})

test('counts every text of a group as used when the key comes from the server', async () => {
  const faults = await faultsAfter('shop/page.tsx', "state: 'open' | 'closed'", 'state: any')
  expect(faults).toEqual([])
})

test('finds a placeholder that the English text lacks', async () => {
  const faults = await faultsAfter('words/es/shop.ts', 'quedan {count}', 'quedan {number}')
  expect(faults).toEqual(['es: shop.left: {number} is no placeholder of the English text'])
})

test('finds a plural that lacks a category of its language', async () => {
  const faults = await faultsAfter('words/es/shop.ts', "one: 'queda {count} de {what}', ", '')
  expect(faults).toEqual(['es: shop.left: the plural lacks “one”'])
})

test('finds areas that a screen uses without loading, or loads without using', async () => {
  expect(await faultsAfter('screens.tsx', "['shop']", '[]')).toEqual(['shop/page.tsx: does not load shop'])
  const faults = await faultsAfter('screens.tsx', "['shop']", "['shop', 'mail']")
  expect(faults).toEqual(['shop/page.tsx: loads mail, and does not use it'])
})
