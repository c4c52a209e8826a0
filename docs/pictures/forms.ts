import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { installJobs } from '../../server/jobs/install.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { type FormStage, setFormStage } from './form-samples.ts'
import { drawings } from './mail-samples.ts'
import { openSans } from './open-sans.ts'

// npm run pictures:forms             draws the pictures of docs/reference/forms.md into docs/images/
// npm run pictures:forms -- FOLDER   every page, wide, narrow, dark and in Portuguese, to look at

type Shot = {
  file: string
  width: number
  dark?: boolean
  /** Opens the page and does what a person did before the picture was taken. */
  open: (stage: FormStage, page: Page) => Promise<void>
}

const review = (stage: FormStage, page: Page) => stage.openReview(page, 'en')
const reviewPt = (stage: FormStage, page: Page) => stage.openReview(page, 'pt-BR')

const chosen: Shot[] = [
  { file: 'form-review', width: 760, open: review },
  { file: 'form-review-phone', width: 360, open: reviewPt },
  { file: 'form-review-dark', width: 360, dark: true, open: review },
  { file: 'form-review-problems', width: 760, open: (stage, page) => stage.openProblems(page) },
  { file: 'form-thanks', width: 760, open: (stage, page) => stage.openThanks(page) },
  { file: 'form-question', width: 560, open: (stage, page) => stage.openQuestion(page, 'en') },
  { file: 'form-question-phone', width: 360, open: (stage, page) => stage.openQuestion(page, 'pt-BR') },
]

const all: Shot[] = [
  ...chosen,
  { file: 'form-review-320', width: 320, open: reviewPt },
  { file: 'form-review-dark-wide', width: 760, dark: true, open: review },
  { file: 'form-write', width: 760, open: (stage, page) => stage.openWrite(page) },
  { file: 'form-write-dark', width: 360, dark: true, open: (stage, page) => stage.openWrite(page) },
  { file: 'form-again', width: 760, open: (stage, page) => stage.openAgain(page) },
  { file: 'form-question-320', width: 320, open: (stage, page) => stage.openQuestion(page, 'es') },
  { file: 'form-question-sent', width: 560, open: (stage, page) => stage.openSent(page) },
  { file: 'form-confirm', width: 560, open: (stage, page) => stage.openConfirm(page) },
  { file: 'form-confirm-dark', width: 360, dark: true, open: (stage, page) => stage.openConfirm(page) },
  { file: 'form-error', width: 560, open: (stage, page) => stage.openError(page) },
]

const folder = process.argv[2] ?? fileURLToPath(new URL('../images/', import.meta.url))
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'realword-forms-'))
const config = readConfig({ LOG_LEVEL: 'warn', DATA_DIR: dataDir, VISITOR_RATE_LIMIT: '100000' })
const opened = await openDatabase({ databaseUrl: undefined, embedded: { dataDir } })
await migrate(opened.database)
await installJobs(opened.database)
const app = await createApp({ config, ...opened, clock: Date.now })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const browser = await launchBrowser()
try {
  for (const shot of process.argv[2] ? all : chosen)
    await draw(browser, await setFormStage(opened.database, config, url), shot)
} finally {
  await browser.close()
  await app.close()
  await opened.close()
  rmSync(dataDir, { recursive: true })
}

async function draw(
  within: Browser,
  stage: FormStage,
  { file, width, dark = false, open }: Shot,
): Promise<void> {
  const context = await within.newContext({
    viewport: { width, height: 700 },
    deviceScaleFactor: 2,
    colorScheme: dark ? 'dark' : 'light',
    bypassCSP: true, // for the font below
  })
  const page = await context.newPage()
  await page.route(`${stage.site}/**`, route => {
    const body = drawings[new URL(route.request().url()).pathname]
    return body ? route.fulfill({ body, contentType: 'image/svg+xml' }) : route.abort()
  })
  await open(stage, page)
  await page.addStyleTag({ content: `${openSans('Sample')} html { font-family: Sample }` })
  await page.evaluate('document.fonts.ready')
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  if (wide !== width) throw new Error(`${file} is ${wide} pixels wide on a screen of ${width}.`)
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, colours: 96, effort: 8 })
    .toFile(join(folder, `${file}.png`))
  await context.close()
}
