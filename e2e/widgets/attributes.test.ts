import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateStore } from '../../server/tenants/stores/stores.ts'
import { attributesOfEachType } from '../../server/test/attributes.ts'
import { hearAll } from '../../server/test/hearing.ts'
import { numbered, shelve } from './review-shelf.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const answered = numbered(20).map((review, index) => ({
    ...review,
    attributes: {
      fit: 1 + (index % 4),
      quality: 5,
      uses: index % 2 === 0 ? ['camping'] : ['home', 'camping'],
      age: 'under_30',
      ...(index === 0 && { tip: { text: 'Wash <cold>' } }),
    },
  }))
  await shelve(stage, 'coat', answered)
  await shelve(stage, 'plain', numbered(20))
})
afterAll(() => stage.close())

const ask = async (attributes: typeof attributesOfEachType) => {
  await updateStore(stage.service.database, stage.store.storeId, { attributes })
  await hearAll(stage.service)
}

test('a store without questions makes two requests, and loads no code for answers', async () => {
  await ask([])
  const { page, asked } = await stage.visit('<rw-reviews data-product-id="coat"></rw-reviews>')
  await page.locator('article').first().waitFor()
  expect(asked.map(({ pathname }) => pathname).sort()).toEqual([
    '/api/v1/ratings.json',
    '/api/v1/reviews.json',
  ])
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(scripts.filter(name => name.includes('/widgets/v1/') && name.includes('attributes'))).toEqual([])
  expect(await page.locator('[part=attributes]').count()).toBe(0)
})

test('answers are summed, filter with each other, and are on the cards, and nothing moves', async () => {
  await ask(attributesOfEachType)
  const { page, asked, errors } = await stage.visit(
    '<rw-reviews data-product-id="coat"></rw-reviews><p>Below</p>',
    { head: `<style>rw-reviews:not(:defined) { display: block; min-height: 100vh }</style>${watchShifts}` },
  )
  const group = (name: string) => page.getByRole('group', { name })
  await group('How does it fit?').getByText('2.5').waitFor()
  expect(await group('Used for').getByRole('button').allInnerTexts()).toEqual(['At home\n10', 'Camping\n20'])
  expect(await page.getByRole('group', { name: 'Your age' }).count()).toBe(0)
  expect(await page.locator('article').first().locator('dl').innerText()).toContain('Wash <cold>')
  expect(asked).toHaveLength(3)
  await settled(page)
  expect(await shifts(page)).toEqual([])
  const camping = group('Used for').getByRole('button', { name: 'At home' })
  await camping.focus()
  await page.keyboard.press('Enter')
  await page.getByText('10 of 20').waitFor()
  await group('How does it fit?').getByRole('button', { name: 'Runs small' }).isVisible()
  await group('How does it fit?').getByRole('button').nth(1).click()
  await page.getByText('5 of 20').waitFor()
  expect(await camping.getAttribute('aria-pressed')).toBe('true')
  expect(asked.at(-1)?.searchParams.get('attribute.fit')).toBe('2')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.locator('[aria-pressed=true].chip').count()).toBe(0)
  expect(errors).toEqual([])
})

test('are in the language and direction of the page', async () => {
  await ask(attributesOfEachType)
  const { page } = await stage.visit('<rw-reviews data-product-id="coat"></rw-reviews>', { lang: 'pt-BR' })
  await page.getByRole('group', { name: 'Como veste?' }).getByText('Pequeno').first().waitFor()
})
