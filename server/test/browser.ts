import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

/**
 * A headless Chromium that can only reach this machine. BROWSER_LATENCY delays each response by that many milliseconds,
 * so that tests fail if they read a page too early.
 */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpack()
  const executablePath = join(folder, 'chromium')
  const browser = await chromium.launch({
    executablePath,
    // Without the package's default arguments: they disable CORS and site isolation, which the tests check.
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: environment(executablePath, folder),
  })
  const latency = Number(process.env.BROWSER_LATENCY ?? 0)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    // A busy machine has taken longer than Playwright's 30 s.
    context.setDefaultTimeout(120_000)
    if (latency > 0) slowDown(context, latency)
    return context
  }
  return browser
}

function slowDown(context: BrowserContext, latency: number): void {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1, // unlimited
      uploadThroughput: -1,
    })
    return page
  }
}

const home = fileURLToPath(new URL('../../build/', import.meta.url))
const installed = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))

// Once per version, into a folder of its own that is then renamed: many tests start browsers at once, and an incomplete
// program cannot run.
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const folder = join(home, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(home, { recursive: true })
  const fresh = mkdtempSync(`${folder}.new-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = fresh // the folder that the package unpacks to
  try {
    const { inflate } = await import('@sparticuz/chromium')
    const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']
    await Promise.all(archives.map(archive => inflate(join(installed, 'bin', archive))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(fresh, { recursive: true })
  }
  return folder
}

// A minimal machine has neither the libraries nor a font. The package includes both.
function environment(program: string, folder: string): Record<string, string> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder }
  try {
    execFileSync(program, ['--version'], { env, stdio: 'ignore' })
    return env
  } catch {
    return { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  }
}
