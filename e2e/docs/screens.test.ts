import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkout } from '../service.ts'
import { listPages, readPage } from './pages.ts'

const words = globSync('dashboard/words/en/*.ts', { cwd: checkout }).map(readPage).join('\n')

/** Paths of screens in the dashboard, as pages write them: `*Settings → Team*`. */
const places = listPages().flatMap(page =>
  [...readPage(page).matchAll(/(?<!\*)\*([^*\n]+ → [^*\n]+)\*/g)].map(([, place = '']) => ({ page, place })),
)

test('pages mention screens of the dashboard', () => {
  expect(places.length).toBeGreaterThan(5)
})

test.each(places)('$place in $page exists in the dashboard', ({ place }) => {
  const unknown = place.split(' → ').filter(name => !words.includes(`'${name}'`))
  expect(unknown).toEqual([])
})
