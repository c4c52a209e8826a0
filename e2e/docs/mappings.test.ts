import { expect, test } from 'vitest'
import { guessMapping } from '../../dashboard/connections/mapping/guess-mapping.ts'
import { listFences, mappingOf } from './pages.ts'

test.each([
  ['docs/how-to/connect-vendure.md', 'orderPlacedAt'],
  ['docs/how-to/connect-evershop.md', 'order_number'],
])('the command of %s maps the order of the page as the dashboard does', (page, key) => {
  const order = listFences(page).find(({ language, code }) => language === 'json' && code.includes(key))
  expect(guessMapping(order?.code ?? '')).toEqual(mappingOf(page))
})
