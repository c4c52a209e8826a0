import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/**
 * A headless Chromium that reaches this machine and nothing else. With BROWSER_LATENCY its pages hear from the
 * network so many milliseconds later: whatever looks at a page before it knows that something came, fails then.
 */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpack()
  const executablePath = join(folder, 'chromium')
  const browser = await chromium.launch({
    executablePath,
    // Never the package's own arguments: they switch off CORS and site isolation, which tests are about.
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
    env: environment(executablePath, folder),
  })
  const latency = Number(process.env.BROWSER_LATENCY ?? 0)
  return latency > 0 ? slowed(browser, latency) : browser
}

function slowed(browser: Browser, latency: number): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      const devTools = await context.newCDPSession(page)
      await devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1, // as it is
        uploadThroughput: -1,
      })
      return page
    }
    return context
  }
  return browser
}

const home = fileURLToPath(new URL('../../build/', import.meta.url))
const installed = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))

// Once for each version, beside its place and then moved there whole: many tests start browsers at once, and
// a program that is still being written cannot be run.
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const folder = join(home, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(home, { recursive: true })
  const fresh = mkdtempSync(`${folder}.new-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = fresh // where the package unpacks to
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

// A bare machine has neither the libraries nor a font: the package brings both.
function environment(program: string, folder: string): Record<string, string> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder }
  try {
    execFileSync(program, ['--version'], { env, stdio: 'ignore' })
    return env
  } catch {
    return { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  }
}
