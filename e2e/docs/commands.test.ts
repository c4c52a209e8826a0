import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Opened, openDatabase } from '../../server/foundation/database/open.ts'
import { cleanUp, readyDataDir, type Service, startService } from '../service.ts'
import { acts } from './acts.ts'
import { listPages, stepsOf } from './pages.ts'
import { generalise, patternOf, runBlock } from './shell.ts'
import { openShop } from './shop.ts'

const tokens = { OUTBOX_TOKEN: 'outbox', BOUNCE_TOKEN: 'bounce', METRICS_TOKEN: 'metrics' }
const blocks = listPages()
  .flatMap(page => stepsOf(page))
  .filter(step => 'code' in step)
const pagesToRun = [...new Set(blocks.filter(({ notRun }) => !notRun).map(({ page }) => page))]

// Neither comes with npm.
const tools = ['curl --fail-with-body --version', 'openssl version']
const lacksTools = tools.some(command => spawnSync(command, { shell: true }).status !== 0)
if (lacksTools)
  console.log('Skipped: the commands of the documentation need curl 7.76 or newer, and openssl.')

let service: Service
let opened: Opened
beforeAll(async () => {
  if (lacksTools) return
  service = await startService({ dataDir: readyDataDir(), program: 'npm', env: tokens })
  opened = await openDatabase({ embedded: { dataDir: service.dataDir } })
})
afterAll(async () => {
  await opened?.close()
  await cleanUp()
})

describe.skipIf(lacksTools)('every command of', { concurrent: true }, () => {
  test.for(pagesToRun)('%s works, and prints the output in the page', async (page, { expect }) => {
    const shop = await openShop(opened.database, service.url)
    const env = {
      PATH: process.env.PATH,
      HOME: join(shop.folder, 'home'),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: service.dataDir,
      PORT: new URL(service.url).port,
      STORE: shop.store.store_id,
      STORE_KEY: shop.store.store_key,
      KEY: shop.store.api_key,
      ...tokens,
    }
    for (const step of stepsOf(page)) {
      if ('act' in step) {
        const { folder } = shop
        await actOf(step.act)({ url: service.url, outbox: env.OUTBOX_TOKEN, storeId: env.STORE, folder })
      } else if (!step.notRun) {
        const where = `${page}:${step.line}`
        const code = await shop.fill(step.code)
        const ended = await runBlock(code, { cwd: shop.folder, env })
        expect(ended.code, `${where}\n${code}\n${ended.stdout}${ended.stderr}`).toBe(0)
        if (step.output) expect(generalise(ended.stdout), where).toMatch(patternOf(step.output))
        Object.assign(env, variablesIn(ended.stdout))
      }
    }
  })
})

function actOf(name: string) {
  const act = acts[name]
  if (!act) throw new Error(`acts.ts has no “${name}”`)
  return act
}

/** The variables that a page tells its reader to set, from the output of a new store. */
function variablesIn(printed: string): Record<string, string> {
  const names = { store_id: 'STORE', store_key: 'STORE_KEY', api_key: 'KEY' }
  return Object.fromEntries(
    Object.entries(names).flatMap(([label, name]) => {
      const value = new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(printed)?.[1]
      return value ? [[name, value]] : []
    }),
  )
}

test('every command that is not run has a reason', () => {
  const marked = blocks.filter(({ notRun }) => notRun)
  const reasons = marked.map(({ page, line, notRun }) => `${page}:${line}: ${notRun}`)
  const commands = blocks
    .filter(({ notRun }) => !notRun)
    .flatMap(({ code }) => code.match(/^(\.\/realword|curl|openssl) /gm) ?? [])
  console.log(
    `${blocks.length - marked.length} blocks with ${commands.length} commands are run, ${marked.length} are not:\n${reasons.join('\n')}`,
  )
  for (const { notRun, page, line } of marked) expect(notRun?.length, `${page}:${line}`).toBeGreaterThan(10)
  expect(pagesToRun).toContain('docs/first-review.md')
})
