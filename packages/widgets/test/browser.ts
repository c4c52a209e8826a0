import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type Visit = {
  page: Page
  /** Warnings and errors of the console. */
  complaints: string[]
  /** The paths requested from the API. */
  asked: string[]
  /** The scripts that were loaded, with their text. */
  scripts: Promise<[name: string, text: string]>[]
  /** The layout shifts after the server's markup was drawn. While it arrives, cards beside each other grow. */
  shifts: () => Promise<string[]>
  /** What the page has shown since it was read, each once: the average, and the number of reviews. */
  frames: () => Promise<string[]>
  /** The events of elements that have loaded, or could not. */
  loaded: () => Promise<string[]>
}

// Runs before the page's scripts. They load only after the server's markup was drawn, so they must be modules, async or deferred.
const watch = `
  const [shifts, frames, loaded] = [window.shiftsSeen = [], window.framesSeen = new Set(), window.loadedSeen = []]
  const observer = new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node))].join(' '))
  })
  observer.observe({ type: 'layout-shift' })
  const drawn = () => {
    observer.takeRecords()
    shifts.length = 0
    pageDrawn()
  }
  document.addEventListener(
    'readystatechange',
    () => requestAnimationFrame(() => requestAnimationFrame(drawn)),
    { once: true },
  )
  for (const name of ['rw-load', 'rw-error'])
    addEventListener(name, event => loaded.push([name, event.target.localName].join(' ')), true)
  const shown = selector => [...document.querySelector(selector)?.shadowRoot?.querySelectorAll('.known .average, .name') ?? []]
  const look = () => {
    if (document.readyState !== 'loading')
      frames.add(shown('rw-rating').map(one => one.textContent) + ', ' + shown('rw-reviews').length)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** Opens a page as a new shopper. `prepare` runs before it is read. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) {
    const drawn = Promise.withResolvers<void>()
    await context.exposeBinding('pageDrawn', () => drawn.resolve())
    await context.addInitScript(watch)
    await page.route('**/*.js', async route => {
      await drawn.promise
      await route.fallback()
    })
  }
  const [complaints, asked, scripts]: [string[], string[], Visit['scripts']] = [[], [], []]
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.slice('/api/v1/'.length))
  })
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    const script = response.text().then((text): [string, string] => [pathname, text])
    // A page may close while it loads a script that no test reads.
    script.catch(() => {})
    scripts.push(script)
  })
  await prepare(page)
  await page.goto(url)
  return {
    page,
    complaints,
    asked,
    scripts,
    shifts: () => page.evaluate('window.shiftsSeen'),
    frames: () => page.evaluate('[...window.framesSeen]'),
    loaded: () => page.evaluate('window.loadedSeen'),
  }
}
