import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readScreens } from '../../dashboard/build/unloaded.ts'
import { dashboardFolder } from '../../server/api/dashboard/dashboard-page.ts'
import { languagesOf } from '../../texts/catalogues.ts'
import { manifest } from './manifest.ts'

const entry = 'main.tsx'
const home = 'home/page.tsx'
const settings = 'settings/page.tsx'

// A file with a default export is a screen, which screens.tsx loads lazily.
const folder = fileURLToPath(new URL('../../dashboard/', import.meta.url))
const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(
    name =>
      name === 'operator/screens.ts' || // several screens in one chunk
      (name.endsWith('.tsx') && /^export default /m.test(readFileSync(join(folder, name), 'utf8'))),
  )
  .sort()
const areas = new Map(readScreens(folder).map(({ name, loaded }) => [name, loaded]))
const languages = languagesOf('dashboard')
// Browsers load the letters of other languages only when a text contains one. WOFF2 is compressed in itself.
const typeface = manifest[entry]?.assets?.find(name => name.includes('figtree-latin-wght')) ?? 'its typeface'
const isText = (name: string) => name.startsWith('../texts/')

describe('the build', () => {
  test('has a separate chunk for each screen', () => {
    const loaded = manifest[entry]?.dynamicImports?.filter(name => !isText(name)).sort()
    expect(loaded).toEqual(screens)
    const needs = [entry, ...screens].flatMap(source =>
      screens
        .filter(screen => screen !== source && filesOf(source).includes(fileOf(screen)))
        .map(screen => `${source} needs ${screen}`),
    )
    expect(needs).toEqual([])
  })

  test('loads the charts only for the home screen', () => {
    const drawing = [entry, ...screens].filter(screen => filesOf(screen).some(hasCharts))
    expect(drawing).toEqual([home])
  })
})

test('the build has the styles of every Mantine component that it contains', () => {
  const built = readdirSync(join(dashboardFolder, 'chunks'))
  const read = (extension: string) =>
    built
      .filter(name => name.endsWith(extension))
      .map(name => readFileSync(join(dashboardFolder, 'chunks', name), 'utf8'))
      .join('\n')
  const [scripts, styles] = [
    new Set(read('.js').match(mantineClass)),
    new Set(read('.css').match(mantineClass)),
  ]
  const folder = fileURLToPath(new URL('../../node_modules/@mantine/core/styles/', import.meta.url))
  const missing = readdirSync(folder)
    .filter(name => name.endsWith('.css') && !name.endsWith('.layer.css'))
    .filter(name => {
      const classes = readFileSync(join(folder, name), 'utf8').match(mantineClass) ?? []
      return classes.some(one => scripts.has(one) && !styles.has(one))
    })
  expect(missing, 'add them to dashboard/styles.ts, in the order of @mantine/core/styles.css').toEqual([])
})

const mantineClass = /\bm_[0-9a-f]{6,8}\b/g

describe('brotli weight of all files of a screen, in its longest language', () => {
  test.each(screens)('%s: at most 265 kB, with charts 400 kB, with all settings 300 kB', screen => {
    // A tab that is loaded when it is opened: the heaviest counts.
    const tabs =
      screen === settings ? (manifest[screen]?.dynamicImports ?? []).filter(one => !isText(one)) : []
    const opened =
      tabs.length > 0
        ? tabs.map(tab =>
            filesOf(
              screen,
              tabs.filter(one => one !== tab),
            ),
          )
        : [filesOf(screen)]
    const weights = opened.map(files => weightOf(new Set([...filesOf(entry), ...files])))
    const texts = languages.map(language => weightOf(textsOf(screen, language)))
    const weight = Math.max(...weights) + Math.max(...texts) + statSync(join(dashboardFolder, typeface)).size
    console.log(`Weight of ${screen}: ${weight.toLocaleString('en')} bytes brotli`)
    expect(weight).toBeLessThanOrEqual(screen === home ? 400_000 : screen === settings ? 300_000 : 265_000)
  })
})

/** The texts in one language for a screen and its frame. */
const textsOf = (screen: string, language: string) =>
  ['common', ...(areas.get(screen) ?? [])].map(area =>
    fileOf(`../texts/${area.includes('/') ? area : `dashboard/${area}`}/${language}`),
  )

function weightOf(files: Iterable<string>): number {
  return Array.from(files, file => statSync(join(dashboardFolder, `${file}.br`)).size).reduce(
    (a, b) => a + b,
    0,
  )
}

function fileOf(name: string): string {
  return manifest[name]?.file ?? `${name}, which is not there`
}

/**
 * The scripts and styles of a source and all its imports, static and dynamic, without texts; for the entry without the
 * screens.
 */
function filesOf(source: string, without: string[] = []): string[] {
  const seen = new Set<string>(without)
  const visit = (name: string): string[] => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name) || isText(name)) return []
    seen.add(name)
    const later = name === entry ? [] : (chunk.dynamicImports ?? [])
    return [chunk.file, ...(chunk.css ?? []), ...[...(chunk.imports ?? []), ...later].flatMap(visit)]
  }
  return visit(source)
}

// The class names of its elements, which minifiers keep.
function hasCharts(file: string): boolean {
  return readFileSync(join(dashboardFolder, file), 'utf8').includes('recharts-')
}
