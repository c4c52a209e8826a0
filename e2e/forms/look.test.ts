import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrast } from '../contrast.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())

test('no headline breaks inside "e-mail"', async () => {
  const { page } = await stage.open(stage.address('/embed/question', { locale: 'pt-BR' }))
  await page.locator('#body').fill('Funciona em indução?')
  await page.locator('#name').fill('Bia')
  await page.locator('#email').fill('bia@example.com')
  await page.locator('.actions button').click()
  await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor()
  const linesOf = (rule: string) =>
    page.evaluate<number[]>(`(() => {
      const word = document.querySelector('h1 .whole')
      word.style.whiteSpace = '${rule}'
      return Array.from({ length: 60 }, (_, index) => {
        document.body.style.width = 90 + index * 4 + 'px'
        return word.getClientRects().length
      })
    })()`)
  expect(Math.max(...(await linesOf('')))).toBe(1)
  expect(Math.max(...(await linesOf('normal'))), 'some widths break an ordinary word').toBeGreaterThan(1)
})

test.each([
  ['light', [255, 255, 255]],
  ['dark', [27, 29, 33]],
] as const)('the stars of the form have an outline of at least 3:1: %s', async (colorScheme, paper) => {
  const { page } = await stage.open((await stage.ask(1)).link, { colorScheme })
  const styleOf = (selector: string, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`)
  expect(await styleOf('.card', 'backgroundColor')).toBe(`rgb(${paper.join(', ')})`)
  const edge = await styleOf('.star', 'stroke')
  const channels = [...edge.matchAll(/\d+/g)].map(Number)
  expect(contrast(channels, [...paper])).toBeGreaterThanOrEqual(3)
})
