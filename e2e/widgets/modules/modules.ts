import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser, JSHandle, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from '../../../server/test/browser.ts'
import { compiledTexts } from '../../../texts/vite-plugin.ts'

const root = new URL('../../../', import.meta.url)

/** The address of the test page. Paths below it are files of the repository. */
export const home = 'http://localhost/'

/** Opens pages that load single modules of the widgets, as written and without a build. */
export class ModulePages {
  declare browser: Browser

  constructor() {
    beforeAll(async () => {
      this.browser = await launchBrowser()
    })
    afterAll(() => this.browser.close())
  }

  /** A page with `html` in its body. `prepare` runs before it is read. */
  async open(html = '', prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
    const context = await this.browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.route(`${home}**`, route => {
      const path = new URL(route.request().url()).pathname.slice(1)
      if (path === '') return route.fulfill({ contentType: 'text/html', body: pageWith(html) })
      if (!/^texts|\.(ts|js)$/.test(path)) return route.fulfill({ status: 404 })
      const body = moduleAt(path).replaceAll(/(['"])texts:/g, '$1/texts/')
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    await prepare(page)
    await page.goto(home)
    return page
  }
}

const texts = compiledTexts().load as (this: object, id: string) => string

function moduleAt(path: string): string {
  if (!/\.(ts|js)$/.test(path)) return texts.call({ addWatchFile() {} }, `\0${path}`)
  const text = readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
  return path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

const pageWith = (body: string) => `<!doctype html><html lang="en"><head><title>Modules</title>
  <script type="importmap">{"imports":{"lit/html.js":"/node_modules/lit-html/lit-html.js"}}</script></head>
  <body>${body}</body></html>`

/** Loads a module of `widgets/` into a page. */
export async function load<Module>(page: Page, path: string): Promise<JSHandle<Module>> {
  // Vitest would replace an import() that is not in a text.
  return (await page.evaluateHandle(`import('/widgets/${path}')`)) as unknown as JSHandle<Module>
}
