import { expect, test } from 'vitest'
import { guessMapping } from '../../dashboard/connections/mapping/guess-mapping.ts'
import { presets } from '../../server/links/connections/generic/presets.ts'
import { listFences } from './pages.ts'

test('the fields that are found in the order of the page are those of the ready mapping', () => {
  const fences = listFences('docs/how-to/connect-evershop.md')
  const order = fences.find(({ language, code }) => language === 'json' && code.includes('order_number'))
  expect(guessMapping(order?.code ?? '')).toEqual(presets.evershop.options)
})
