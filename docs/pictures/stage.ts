import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { cleanUp, newDataDir, type Service, startService } from '../../e2e/service.ts'
import { launchBrowser } from '../../server/test/browser.ts'

/** A browser, the folder that pictures are saved in, and what else the pictures of one subject share. */
export type Stage = {
  browser: Browser
  /** Whether a folder was named: then all pictures are saved there, for review. */
  isReview: boolean
  /** Saves a screenshot as NAME.png with a palette of so many colours, 256 by default. */
  save: (name: string, screenshot: Buffer, colours?: number) => Promise<void>
  /** Starts the service with the demo. It ends with the stage. */
  startDemo: (env?: Record<string, string>) => Promise<Service>
  /** Called when the stage ends, in the reverse order. */
  onEnd: (end: () => Promise<unknown>) => void
}

/** Runs `draw` on a stage. Pictures are saved in `folder`, by default docs/images/. */
export async function onStage(
  folder: string | undefined,
  draw: (stage: Stage) => Promise<void>,
): Promise<void> {
  const target = folder ?? fileURLToPath(new URL('../images/', import.meta.url))
  mkdirSync(target, { recursive: true })
  const browser = await launchBrowser()
  const ends: (() => Promise<unknown>)[] = [cleanUp, () => browser.close()]
  try {
    await draw({
      browser,
      isReview: folder !== undefined,
      save: async (name, screenshot, colours = 256) => {
        await sharp(screenshot)
          .png({ palette: true, colours, effort: 9 })
          .toFile(join(target, `${name}.png`))
      },
      startDemo: async env =>
        await startService({ flags: ['--demo'], dataDir: newDataDir(), ...(env && { env }) }),
      onEnd: end => ends.push(end),
    })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
