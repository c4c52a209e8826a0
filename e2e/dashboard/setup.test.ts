import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSetupToken } from '../../server/tenants/accounts/sign-in/setup.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { findFaults, openDashboard, overflows } from './stage.ts'

let it: TestApp
let browser: Browser
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

const open = (path = '', language = 'en-US', width?: number) =>
  openDashboard(browser, it, undefined, {
    path,
    language,
    zone: 'America/Sao_Paulo',
    ...(width && { width }),
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

// In the order of a first start: the last test creates the owner.

test('without an owner, the dashboard says where the setup link is', async () => {
  const page = await open()
  await heading(page, 'Nobody owns this service yet').waitFor()
  await expect.poll(() => page.getByLabel('Command for a new link').innerText()).toBe('./realword user setup')
  await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).count()).toBe(0)
  await expect.poll(() => findFaults(page)).toEqual([])
  await page.goto(it.url)
  await expect.poll(() => page.url()).toBe(`${it.url}/admin`)
})

test.each([
  ['en-US', 320, 'This setup link does not work'],
  ['pt-BR', 390, 'Este link de configuração não funciona'],
  ['es-MX', 1280, 'Este enlace de configuración no funciona'],
])('an expired link is refused before any form, in %s', async (language, width, title) => {
  it.setNow('2026-03-01T12:00:00Z')
  const token = await makeSetupToken(it.database, () => Date.parse('2026-03-01T11:00:00Z'))
  const page = await open(`#setup=${token}`, language, width)
  await heading(page, title).waitFor()
  await expect.poll(() => page.getByText('./realword user setup').count()).toBe(1)
  await expect.poll(() => page.locator('input').count()).toBe(0)
  await expect.poll(() => overflows(page)).toBe(false)
  await expect.poll(() => findFaults(page)).toEqual([])
})

test('setup works in a browser whose language is no language tag', async () => {
  const context = await browser.newContext({ timezoneId: 'UTC' })
  await context.addInitScript(() => {
    const reported = { language: 'en-US@posix', languages: ['en-US@posix', '', 'C'] }
    for (const [name, value] of Object.entries(reported))
      Object.defineProperty(navigator, name, { get: () => value })
  })
  const page = await context.newPage()
  it.setNow('2026-03-01T12:00:00Z')
  const token = await makeSetupToken(it.database, () => Date.parse('2026-03-01T12:00:00Z'))
  await page.goto(`${it.url}/admin#setup=${token}`)
  await heading(page, 'Welcome to Realword').waitFor()
  const value = (name: string) => page.getByRole('combobox', { name }).inputValue()
  // A zone without a country leads to the default.
  expect([await value('Shopper language'), await value('Country')]).toEqual(['American English', 'Brazil'])
  await context.close()
})

test('a link pasted into an open tab starts setup, which knows the region from the browser', async () => {
  it.setNow('2026-03-01T12:00:00Z')
  const token = await makeSetupToken(it.database, () => Date.parse('2026-03-01T12:00:00Z'))
  const page = await open()
  await heading(page, 'Nobody owns this service yet').waitFor()
  await page.clock.install()
  await page.evaluate(hash => location.assign(hash), `#setup=${token}`)
  await heading(page, 'Welcome to Realword').waitFor()
  const value = (name: string) => page.getByRole('combobox', { name }).inputValue()
  expect([await value('Shopper language'), await value('Country')]).toEqual(['American English', 'Brazil'])
  await expect.poll(() => value('Time zone')).toContain('Sao Paulo')
  await page.getByLabel('Your name').fill('Olga Reis')
  await page.getByLabel('Email').fill('olga@shop.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByLabel('Store name').fill('Café da Serra')
  // Emails and the thank-you page lead there. Most people type a host.
  await page.getByLabel('Store URL').fill('ftp://serra.example')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByRole('alert').filter({ hasText: 'site_url' }).waitFor()
  await page.getByLabel('Store URL').fill(' serra.example:8443/loja ')
  await page.getByRole('button', { name: 'Create store' }).click()
  await heading(page, 'Your store is ready').waitFor()
  await expect.poll(() => page.url()).toBe(`${it.url}/admin`)
  // The key is displayed once. Looking at another window must not hide it.
  const session = page.waitForResponse(response => response.url().endsWith('/admin/api/session'))
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect((await session).status()).toBe(200)
  await expect.poll(() => page.getByText(/^rw_orders_/).count()).toBe(1)
  await page.getByText('create another at any time in Settings').waitFor()
  const areCut = () =>
    page.locator('pre').evaluateAll(values => values.map(value => value.scrollWidth > value.clientWidth))
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => areCut()).toEqual([false, false])
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await heading(page, 'Home').waitFor()
  await page.goto(`${page.url()}/settings`)
  await expect.poll(() => page.getByLabel('Store URL').inputValue()).toBe('https://serra.example:8443/loja')
  await page.goto(it.url)
  await heading(page, 'Home').waitFor()
})

test('a used link says that the service has an owner', async () => {
  const page = await open('#setup=used')
  await heading(page, 'This service has an owner already').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await heading(page, 'Sign in').waitFor()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByText('you will get a link to choose a new password').waitFor()
})

test.each([
  ['en', 'Reviews for online stores', 'Sign in'],
  ['pt-BR', 'Avaliações para lojas on-line', 'Entrar'],
  ['es', 'Opiniones para tiendas en línea', 'Iniciar sesión'],
])('a stranger at / learns what the service is, in %s', async (language, title, signIn) => {
  const page = await open('', language, 320)
  await page.goto(it.url)
  await heading(page, title).waitFor()
  await expect.poll(() => page.getByText('Café da Serra').count()).toBe(0)
  await expect.poll(() => overflows(page)).toBe(false)
  await expect.poll(() => findFaults(page)).toEqual([])
  await page.getByRole('link', { name: signIn }).click()
  await heading(page, signIn).waitFor()
})
