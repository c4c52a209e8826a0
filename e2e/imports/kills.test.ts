import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aJudgeMeReview,
  type JudgeMe,
  judgeMeShop,
  someJudgeMeReviews,
  startJudgeMe,
} from '../../server/test/shops/judgeme.ts'
import {
  begin,
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
} from '../service.ts'
import { createStore, query } from '../store.ts'

type Report = { imported: number; skipped: number; refused: unknown[] }

let service: Service
let judgeMe: JudgeMe
let tokenFile: string
let storeId: string
beforeAll(async () => {
  judgeMe = await startJudgeMe()
  onCleanUp(() => judgeMe.close())
  tokenFile = join(temporaryFolder(), 'token')
  writeFileSync(tokenFile, `${judgeMeShop.token}\n`)
  service = await startService({ dataDir: readyDataDir() })
  storeId = (await createStore(service)).store_id
})
afterAll(cleanUp)

const pull = (...args: string[]) => [
  ...['review', 'import', '--from', 'judgeme', '--shop', judgeMeShop.shop, '--url', judgeMe.url],
  ...args,
]

const countReviews = async () =>
  (await query(service.dataDir, 'select from reviews where store_id = $1', [storeId])).length

test('an import that is killed and repeated loses and doubles nothing', async () => {
  judgeMe.reviews = [...someJudgeMeReviews(2500), aJudgeMeReview(9001, { rating: 0 })]
  // The last pages never arrive.
  judgeMe.interfere(({ searchParams }) => Number(searchParams.get('page')) > 22)
  const first = begin(pull('--token-file', tokenFile), service)
  await expect.poll(countReviews).toBeGreaterThanOrEqual(1000)
  first.kill('SIGKILL')
  await first.ended
  const before = await countReviews()
  judgeMe.interfere(() => false)
  // The only store needs no --store.
  const report = await runJson<Report>(pull('--token-file', tokenFile), service)
  expect(report).toMatchObject({
    imported: 2500 - before,
    skipped: before,
    refused: [{ row: 2501, review_id: '9001', column: 'rating', problem: expect.any(String) }],
  })
  expect(await countReviews()).toBe(2500)
  const again = await run(pull('--token', judgeMeShop.token, '--store', storeId), service)
  expect(again.stdout).toContain('Imported 0 reviews, skipped 2500 already there, refused 1.')
  expect(again.stdout).toMatch(/review +column +refused because\n +9001 +rating/)
  expect(again.stdout + again.stderr).not.toContain(judgeMeShop.token)
})
