import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPicture } from '../../server/test/media/pictures.ts'
import { type Stage, setStage } from './stage.ts'

// What Orca made of the forms in Firefox and Chromium (docs/explanation/accessibility.md), as far as Chromium's DOM shows it.

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())

test('each star is read once', async () => {
  const { page } = await stage.open((await stage.ask(1)).link)
  const read = await page.locator('#rating-0').ariaSnapshot()
  expect(read.match(/\d stars?: \w+/g)).toEqual([
    '1 star: bad',
    '2 stars: poor',
    '3 stars: okay',
    '4 stars: good',
    '5 stars: great',
  ])
})

test.each([
  '/write',
  '/embed/question',
] as const)('%s says what is required, and calls nothing wrong that nobody has typed', async path => {
  const { page } = await stage.open(stage.address(path))
  const name = page.getByRole('textbox', { name: 'Your name' })
  await expect.poll(() => name.getAttribute('aria-required')).toBe('true')
  // Firefox tells screen readers what its own rules find invalid, from the start.
  await expect.poll(() => page.locator(':invalid').count()).toBe(0)
})

test('a page with problems says so in its title, which is read first', async () => {
  const { page } = await stage.open(stage.address('/write'))
  await page.getByRole('button', { name: 'Send review' }).click()
  await page.locator('#problems').waitFor()
  expect(await page.title()).toMatch(/^Please check this before sending · /)
})

test('a question that was sent is an alert with the focus, which Orca reads in a frame', async () => {
  const { page } = await stage.open(stage.address('/embed/question'))
  await page.getByLabel('Your question').fill('Does it whistle?')
  await page.getByLabel('Your name').fill('Bia')
  await page.getByLabel('Your email').fill('bia.heard@example.com')
  await page.getByRole('button', { name: 'Send question' }).click()
  const sent = page.getByRole('alert').filter({ hasText: 'The email was not sent' })
  await sent.waitFor()
  await expect.poll(() => sent.evaluate(node => node === document.activeElement)).toBe(true)
})

test.each([
  '/r/',
  '/write',
])('a picture has one short name, and is announced once it is there: %s', async path => {
  const { page } = await stage.open(path === '/r/' ? (await stage.ask(1)).link : stage.address('/write'))
  await page.locator('[name=rating-0][value="5"]').check({ force: true })
  const field = page.getByLabel('Add pictures (optional)', { exact: true })
  // Orca in Firefox would read each label before the name.
  expect(await field.evaluate((input: HTMLInputElement) => input.labels?.length)).toBe(0)
  const chooser = page.waitForEvent('filechooser')
  await page.locator('.add').first().click({ force: true })
  expect(await (await chooser).element().getAttribute('id')).toBe(await field.getAttribute('id'))
  const picture = await aPicture({ name: 'one.jpg', width: 300 })
  const buffer = Buffer.from(await picture.arrayBuffer())
  await field.setInputFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer })
  await expect
    .poll(() => page.locator('[data-picture-status][aria-live=polite]').textContent())
    .toBe('Picture 1')
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
})
