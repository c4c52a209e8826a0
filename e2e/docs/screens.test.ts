import { expect, test } from 'vitest'
import { readCatalogue } from '../../texts/catalogues.ts'
import { messagesOf } from '../../texts/messages.ts'
import { listPages, readPage } from './pages.ts'

const texts = new Set(messagesOf(readCatalogue('dashboard', 'en')).map(([, message]) => message))

/** Paths of screens in the dashboard, as pages write them: `*Settings → Team*`. */
const places = listPages().flatMap(page =>
  [...readPage(page).matchAll(/(?<!\*)\*([^*\n]+ → [^*\n]+)\*/g)].map(([, place = '']) => ({ page, place })),
)

test('pages mention screens of the dashboard', () => {
  expect(places.length).toBeGreaterThan(5)
})

test.each(places)('$place in $page exists in the dashboard', ({ place }) => {
  const unknown = place.split(' → ').filter(name => !texts.has(name))
  expect(unknown).toEqual([])
})
