import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { type AdminClient, aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aStore } from '../../server/test/users.ts'
import { takePage } from './pages.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Stage = Awaited<ReturnType<typeof setStage>>

/** A service with a store and its owner, and a browser. `settings`: beyond those of the tests. */
export async function setStage(settings: Record<string, string> = {}) {
  const [service, browser] = await Promise.all([
    startTestApp({ SIGN_IN_RATE_LIMIT: '1000', ...settings }),
    launchBrowser(),
  ])
  const store = await aStore(service.database)
  const { storeId } = store
  const owner = await aMember(service, storeId, 'owner')
  const close = async () => {
    await browser.close()
    await service.close()
  }
  return { service, browser, store, storeId, owner, close }
}

export type View = {
  scheme?: 'light' | 'dark'
  width?: number
  touch?: boolean
  language?: string
  zone?: string
  path?: string
}

/** A page of the dashboard, signed in as `client` if there is one. It may be one that an earlier test has closed. */
export async function openDashboard(
  browser: Browser,
  { url }: Pick<TestApp, 'url'>,
  client: Pick<AdminClient, 'cookies'> | undefined,
  { scheme = 'light', width = 1280, touch = false, language = 'en', zone, path = '' }: View = {},
): Promise<Page> {
  const page = await takePage(browser, url, { scheme, width, touch, language, ...(zone && { zone }) })
  if (client) await signIn(page.context(), { url }, client)
  await page.goto(`${url}/admin${path}`)
  return page
}

/** Closes the page with its context, also after a failure. */
export async function closeAfter(page: Page, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } finally {
    await page.context().close()
  }
}

/** Opens a page, takes these steps once it has a heading, and closes it. */
export async function onPage(
  browser: Browser,
  service: Pick<TestApp, 'url'>,
  client: Pick<AdminClient, 'cookies'>,
  view: View,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await openDashboard(browser, service, client, view)
  await closeAfter(page, async () => {
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await steps(page)
  })
}

/**
 * Moves an opened page of the dashboard to another address, as a link in it does, and waits until its requests have ended
 * and the page no longer changes. A load costs a core 0.3 to 0.5 s, and axe anew 0.2 s; this costs 0.05 s.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>()
  let events = 0
  const begin = (request: Request) => {
    pending.add(request)
    events++
  }
  const end = (request: Request) => {
    pending.delete(request)
    events++
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await page.evaluate(leave, `/admin${path}`)
    let before: number
    do {
      before = events
      await page.evaluate(stillness)
    } while (pending.size > 0 || events !== before)
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

/** Goes to another address, and resolves once the page changes: React shows the old screen until the new one is ready. */
async function leave(address: string): Promise<void> {
  const isOther = location.pathname + location.search !== address
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new MutationObserver(() => resolve())
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  if (isOther) await promise
  observer.disconnect()
}

/** Resolves once the page has not changed for as long as React may delay what follows a fallback, which is 300 ms. */
async function stillness(): Promise<void> {
  const quiet = 350 // ms
  await new Promise<void>(resolve => {
    const wait = () => setTimeout(end, quiet)
    let timer = wait()
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = wait()
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    function end() {
      observer.disconnect()
      resolve()
    }
  })
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The id in the address of the page. */
export const idIn = (page: Page) => new URL(page.url()).searchParams.get('id') ?? ''

/** Chooses an option of a list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Signs the browser in as the client from its next page on. */
export async function signIn(
  context: BrowserContext,
  { url }: Pick<TestApp, 'url'>,
  client: Pick<AdminClient, 'cookies'>,
): Promise<void> {
  const cookies = client.cookies().split('; ').filter(Boolean)
  await context.clearCookies()
  await context.addCookies(
    cookies.map(cookie => {
      const at = cookie.indexOf('=')
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
    }),
  )
}

/** Expects that nothing is cut, small or wider than the page at each of the widths. Leaves the page at the first. */
export async function expectFits(page: Page, message: string, ...widths: number[]): Promise<void> {
  for (const width of [...widths.slice(1), ...widths.slice(0, 1)]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => findCuts(page), { message: `${message} at ${width} px` }).toEqual([])
    await expect.poll(() => overflows(page), { message: `${message} at ${width} px` }).toBe(false)
  }
}

/** The findings of axe, and the links, buttons and tabs that are small or cut, one per line. */
export async function findFaults(page: Page): Promise<string[]> {
  const violations = await runAxe(page, { rules: { 'target-size': { enabled: true } } })
  return [...violations, ...(await findCuts(page))]
}

/** The same, and what axe finds in the other colors: a page opened in these would cost three times as much. */
export async function findFaultsInBothSchemes(page: Page): Promise<string[]> {
  const faults = await findFaults(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await switchColors(page, isDark ? 'light' : 'dark')
  const others = await runAxe(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await switchColors(page, isDark ? 'dark' : 'light')
  return [...faults, ...others.map(fault => `in the other colors: ${fault}`)]
}

/** Switches to other colors, without the transitions to them. */
export async function switchColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })
}

/** The links, buttons and tabs that are small or cut, one per line. */
async function findCuts(page: Page): Promise<string[]> {
  return [...(await smallTargets(page)), ...(await cutTargets(page))]
}

async function runAxe(page: Page, choice: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return await page.evaluate(async choice => {
    type Found = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<Found> } }
    // Rules that pass need no elements, and no rule that runs reads style sheets: 0.18 s of a core instead of 0.25.
    const options = { ...choice, resultTypes: ['violations'], preload: { assets: ['media'] } }
    const { violations } = await axe.run(options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
  }, choice)
}

/** Tabs beyond the edge of the screen, and buttons without room for their text. */
async function cutTargets(page: Page): Promise<string[]> {
  const names = ['[role=tab]', '.mantine-SegmentedControl-label', '.mantine-Button-label']
  const targets = page.locator(names.join()).filter({ visible: true })
  return await targets.evaluateAll(elements =>
    elements.flatMap(element => {
      const { left, right } = element.getBoundingClientRect()
      const isInside = left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth + 1
      return isInside ? [] : [`cut: ${element.outerHTML.slice(0, 200)}`]
    }),
  )
}

// Stricter than axe, which excuses what has space around it. Hidden buttons, of number inputs, only repeat keys.
async function smallTargets(page: Page): Promise<string[]> {
  const names = ['a[href]', 'button:not([aria-hidden=true])', 'summary']
  const targets = page.locator(names.join()).filter({ visible: true })
  return await targets.evaluateAll(elements =>
    elements.flatMap(element => {
      const { width, height } = element.getBoundingClientRect()
      const isHidden = width < 2 || height < 2 // for screen readers only, until it has the focus
      const isWholeRow = getComputedStyle(element, '::after').position === 'absolute' // its target is the row
      if (isHidden || isWholeRow || (width > 23.5 && height > 23.5)) return []
      return [`small: ${width} × ${height} ${element.outerHTML.slice(0, 200)}`]
    }),
  )
}

/** Whether an element is wider than the page, or extends beyond its right edge without a scrollbar. */
export async function overflows(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const mayReachOut = (element: Element): boolean => {
      for (
        let ancestor: Element | null = element;
        ancestor && ancestor !== document.body;
        ancestor = ancestor.parentElement
      ) {
        const { overflowX, position } = getComputedStyle(ancestor)
        if (overflowX !== 'visible' || position === 'fixed') return true
      }
      return false
    }
    const reachesOut = [...document.querySelectorAll('main *')].some(element => {
      const { right, width, height } = element.getBoundingClientRect()
      return width * height > 1 && right > clientWidth + 1 && !mayReachOut(element)
    })
    return scrollWidth > clientWidth || reachesOut
  })
}
