import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { manifest } from './manifest.ts'
import { openDashboard, setStage } from './stage.ts'

const stage = openForTests(setStage)

const open = (path: string, language = 'en') =>
  openDashboard(stage.browser, stage.service, stage.owner, { path: `/${stage.storeId}${path}`, language })

/** Delays the texts of an area until the returned function is called. */
async function delayTexts(page: Page, language: string, area: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(urlOf(language, area), async route => {
    await promise
    await route.continue()
  })
  return resolve
}

const urlOf = (language: string, area: string) =>
  `**/admin/assets/${manifest[`../texts/dashboard/${area}/${language}`]?.file}`

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: language }).click()
}

test('a screen loads only its own texts, in one language', async () => {
  const page = await open('/account', 'pt-BR')
  await page.getByRole('heading', { name: 'Sua conta' }).waitFor()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const texts = Object.entries(manifest)
    .filter(([name, { file }]) => name.startsWith('../texts/') && loaded.some(url => url.endsWith(file)))
    .map(([name]) => name)
  expect(texts.sort()).toEqual(
    ['account', 'common', 'notifications'].map(name => `../texts/dashboard/${name}/pt-BR`),
  )
  await page.context().close()
})

test('another language appears at once and completely, and typed text stays', async () => {
  const page = await open('/account')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Ana of the hills')
  const release = await delayTexts(page, 'es', 'account')
  const common = page.waitForResponse(urlOf('es', 'common'))
  await choose(page, 'Español')
  await (await common).finished()
  await expect.poll(() => page.getByRole('heading', { name: 'Your account' }).isVisible()).toBe(true)
  await expect.poll(() => name.inputValue()).toBe('Ana of the hills')
  release()
  await page.getByRole('heading', { name: 'Tu cuenta' }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Ana of the hills')
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('es')
  await page.context().close()
})

test('if the texts of a language cannot be loaded, the page stays the same and says so', async () => {
  const page = await open('/account')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.route(urlOf('es', 'account'), route => route.abort())
  await choose(page, 'Español')
  await page.getByText('The server cannot be reached.').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Your account' }).isVisible()).toBe(true)
  await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en')
  await page.context().close()
})

test('nothing is rendered before its texts are loaded', async () => {
  const page = await open('/reviews')
  await page.getByRole('heading', { name: 'Reviews' }).waitFor()
  const release = await delayTexts(page, 'en', 'account')
  const requested = page.waitForRequest(urlOf('en', 'account'))
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await requested
  expect(await page.getByRole('main').innerText()).not.toContain('undefined')
  expect(await page.getByRole('heading', { name: 'Your account' }).count()).toBe(0)
  release()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.context().close()
})

test("buttons of Mantine's components have labels in the language of the dashboard", async () => {
  const page = await open('/account', 'es')
  const toggles = page.getByRole('button', { name: 'Mostrar u ocultar los caracteres' })
  await expect.poll(() => toggles.count()).toBe(2)
  const form = page.locator('form', { has: page.getByRole('textbox', { name: 'Nombre' }) })
  await form.locator('[type="submit"]').click()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).waitFor()
  await page.context().close()
})

test.each([
  ['pt-BR', 'A senha está incorreta. Confira e tente novamente.'],
  ['es', 'La contraseña no es correcta. Revísala e inténtalo de nuevo.'],
  ['fr', 'Le mot de passe est incorrect. Vérifiez-le et réessayez.'],
])('an error is in the language of the dashboard: %s', async (language, text) => {
  const page = await open('/account', language)
  const form = page.locator('form', { has: page.locator('[autocomplete="current-password"]') })
  await form.locator('[autocomplete="current-password"]').fill('a wrong password')
  await form.locator('[autocomplete="new-password"]').fill('six green herons, one canoe')
  await form.locator('[type="submit"]').click()
  await page.getByText(text).waitFor()
  await page.context().close()
})
