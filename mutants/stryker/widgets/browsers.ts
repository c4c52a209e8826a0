import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/** What the pages of all browsers of this process share with the runner. */
export type Pages = {
  /** The mutant that pages opened from now on have. */
  active: string | undefined
  /** The mutants whose place a page has reached. */
  reached: Set<string>
  open: Set<BrowserContext>
}

const key = Symbol.for('realword.mutants.pages')
const shared = globalThis as { [key]?: Pages }
/** One for the process, although the runner and the tests may load this module twice. */
export const pages: Pages = shared[key] ?? { active: undefined, reached: new Set(), open: new Set() }
shared[key] = pages

/** The longest wait for something in a page, in milliseconds. */
const longestWait = 4_000

const patched = chromium as typeof chromium & { [key]?: true }
if (!patched[key]) {
  patched[key] = true
  const launch = chromium.launch.bind(chromium)
  chromium.launch = async options => watch(await launch(options))
}

function watch(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(longestWait)
    context.setDefaultTimeout = () => {}
    pages.open.add(context)
    context.on('close', () => pages.open.delete(context))
    if (pages.active === undefined) await report(context)
    else await context.addInitScript(activate, pages.active)
    return context
  }
  return browser
}

/** Runs in the page. StrykerJS reads this name, and throws at the limit, so that an endless loop ends. */
function activate(mutant: string): void {
  Object.assign(globalThis, { __stryker__: { activeMutant: mutant, hitCount: 0, hitLimit: 100_000 } })
}

async function report(context: BrowserContext): Promise<void> {
  await context.exposeBinding('reachedMutant', (_source, mutant: string) => void pages.reached.add(mutant))
  await context.addInitScript(() => {
    const seen = new Set<string>()
    const { reachedMutant } = globalThis as unknown as { reachedMutant: (mutant: string) => void }
    // StrykerJS counts here how often it has been at each mutant.
    const counts = new Proxy<Record<string, number>>(
      {},
      {
        set: (_target, mutant: string) => {
          if (!seen.has(mutant)) reachedMutant(mutant)
          seen.add(mutant)
          return true
        },
      },
    )
    Object.assign(globalThis, { __stryker__: { mutantCoverage: { static: counts, perTest: {} } } })
  })
}
