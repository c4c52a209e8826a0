import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '../../server/foundation/config/config.ts'
import { migrate } from '../../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { installJobs } from '../../server/foundation/jobs/install.ts'
import { createApp } from '../../server/service/app.ts'
import { type FormSamples, setUpFormSamples } from './form-samples.ts'
import { drawings } from './mail-samples.ts'
import { openSans } from './open-sans.ts'
import type { Stage } from './stage.ts'

type Shot = {
  file: string
  width: number
  dark?: boolean
  /** Opens the page and performs the user's actions that precede the picture. */
  open: (samples: FormSamples, page: Page) => Promise<void>
}

const review = (samples: FormSamples, page: Page) => samples.openReview(page, 'en')
const reviewPt = (samples: FormSamples, page: Page) => samples.openReview(page, 'pt-BR')

const documented: Shot[] = [
  { file: 'form-review', width: 760, open: review },
  { file: 'form-review-phone', width: 360, open: reviewPt },
  { file: 'form-review-dark', width: 360, dark: true, open: review },
  { file: 'form-review-problems', width: 760, open: (samples, page) => samples.openProblems(page) },
  { file: 'form-thanks', width: 760, open: (samples, page) => samples.openThanks(page) },
  { file: 'form-question', width: 560, open: (samples, page) => samples.openQuestion(page, 'en') },
  { file: 'form-question-phone', width: 360, open: (samples, page) => samples.openQuestion(page, 'pt-BR') },
]

const all: Shot[] = [
  ...documented,
  { file: 'form-review-320', width: 320, open: reviewPt },
  { file: 'form-review-dark-wide', width: 760, dark: true, open: review },
  { file: 'form-write', width: 760, open: (samples, page) => samples.openWrite(page) },
  { file: 'form-write-dark', width: 360, dark: true, open: (samples, page) => samples.openWrite(page) },
  { file: 'form-again', width: 760, open: (samples, page) => samples.openAgain(page) },
  { file: 'form-question-320', width: 320, open: (samples, page) => samples.openQuestion(page, 'es') },
  { file: 'form-question-sent', width: 560, open: (samples, page) => samples.openSent(page) },
  { file: 'form-confirm', width: 560, open: (samples, page) => samples.openConfirm(page) },
  { file: 'form-confirm-dark', width: 360, dark: true, open: (samples, page) => samples.openConfirm(page) },
  { file: 'form-error', width: 560, open: (samples, page) => samples.openError(page) },
]

/** The pictures of docs/reference/forms.md. For review: every page, wide, narrow, dark and in Portuguese. */
export async function draw(stage: Stage): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-forms-'))
  const config = readConfig({ LOG_LEVEL: 'warn', DATA_DIR: dataDir, VISITOR_RATE_LIMIT: '100000' })
  const opened = await openDatabase({ databaseUrl: undefined, embedded: { dataDir } })
  await migrate(opened.database)
  await installJobs(opened.database)
  const app = await createApp({ config, ...opened, clock: Date.now })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  stage.onEnd(async () => {
    await app.close()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  })
  for (const shot of stage.isReview ? all : documented)
    await capture(stage, await setUpFormSamples(opened.database, config, url), shot)
}

async function capture(
  { browser, save }: Stage,
  samples: FormSamples,
  { file, width, dark = false, open }: Shot,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 700 },
    deviceScaleFactor: 2,
    colorScheme: dark ? 'dark' : 'light',
    bypassCSP: true, // for the font below
  })
  const page = await context.newPage()
  await page.route(`${samples.site}/**`, route => {
    const body = drawings[new URL(route.request().url()).pathname]
    return body ? route.fulfill({ body, contentType: 'image/svg+xml' }) : route.abort()
  })
  await open(samples, page)
  await page.addStyleTag({ content: `${openSans('Sample')} html { font-family: Sample }` })
  await page.evaluate('document.fonts.ready')
  const pageWidth = await page.evaluate('document.documentElement.scrollWidth')
  if (pageWidth !== width) throw new Error(`${file} is ${pageWidth} pixels wide on a screen of ${width}.`)
  await save(file, await page.screenshot({ fullPage: true, animations: 'disabled' }), 96)
  await context.close()
}
