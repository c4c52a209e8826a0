import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import type { View } from './stage.ts'

// A page in a context of its own takes a core 0.7 s: it starts a process and compiles all code anew. One that another
// test has left takes 0.3 s. So `page.context().close()`, and the end of the test, empty the page and keep it for the next.

/** What a test does to a page that lasts longer than the test: such a page is closed. */
const lasting = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const

const listenedTo = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response'] as const

const idle = new WeakMap<Browser, Map<string, Page[]>>()

const taken = new WeakSet<Page>()

/** An empty page without cookies, in this language and zone, until its context is closed or the test ends. */
export async function takePage(
  browser: Browser,
  url: string,
  { scheme, width, touch, language, zone }: Required<Omit<View, 'path' | 'zone'>> & Pick<View, 'zone'>,
): Promise<Page> {
  const kind = JSON.stringify([url, language, zone, touch])
  const kinds = idle.get(browser) ?? new Map<string, Page[]>()
  idle.set(browser, kinds)
  const kept = kinds.get(kind) ?? []
  kinds.set(kind, kept)
  const page = kept.pop() ?? (await newPage())
  taken.add(page)
  // One that is opened before all tests stays for all of them.
  if (TestRunner.getCurrentTest()) onTestFinished(() => page.context().close())
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  return page

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      locale: language,
      ...(zone && { timezoneId: zone }),
      hasTouch: touch,
    })
    const page = await context.newPage()
    const isChanged = watch(page, context)
    const close = context.close.bind(context)
    context.close = async () => {
      if (!taken.delete(page)) return
      const isEmpty = !isChanged() && (await empty(page, context, url))
      if (isEmpty) kept.push(page)
      else await close()
    }
    return page
  }
}

/** Whether the test has done what lasts. */
function watch(page: Page, context: BrowserContext): () => boolean {
  let isChanged = false
  const objects = { page, context, clock: page.clock }
  for (const [name, methods] of Object.entries(lasting)) {
    const object = objects[name as keyof typeof objects] as unknown as Record<
      string,
      (...given: unknown[]) => unknown
    >
    for (const method of methods) {
      const act = object[method]?.bind(object)
      object[method] = (...given) => {
        isChanged = true
        return act?.(...given)
      }
    }
  }
  return () => isChanged
}

/** Leaves the page on an address of the same site, because another one costs a process. False if that failed. */
async function empty(page: Page, context: BrowserContext, url: string): Promise<boolean> {
  try {
    for (const event of listenedTo) {
      page.removeAllListeners(event)
      context.removeAllListeners(event)
    }
    await Promise.all([page.unrouteAll(), context.unrouteAll()])
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.clearCookies()
    await page.mouse.move(0, 0)
    await page.goto(`${url}/robots.txt`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}
