import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type JudgeMe,
  judgeMeShop,
  someJudgeMeReviews,
  startJudgeMe,
} from '../../server/test/shops/judgeme.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  type Service,
  startService,
  temporaryFolder,
} from '../service.ts'
import { createStore } from '../store.ts'

let service: Service
let judgeMe: JudgeMe
let tokenFile: string
beforeAll(async () => {
  judgeMe = await startJudgeMe()
  onCleanUp(() => judgeMe.close())
  tokenFile = join(temporaryFolder(), 'token')
  writeFileSync(tokenFile, `${judgeMeShop.token}\n`)
  service = await startService({ dataDir: readyDataDir() })
  await createStore(service)
})
afterAll(cleanUp)

const pull = (...args: string[]) => [
  ...['review', 'import', '--from', 'judgeme', '--shop', judgeMeShop.shop, '--url', judgeMe.url],
  ...args,
]

test('what arrived before a failure is reported with it', async () => {
  judgeMe.reviews = someJudgeMeReviews(150)
  judgeMe.interfere(
    ({ searchParams }, response) =>
      searchParams.get('page') === '2' && Boolean(response.writeHead(422).end()),
  )
  const { code, stdout, stderr } = await run(pull('--token-file', tokenFile, '--dry-run', '--json'), service)
  expect({ code, report: JSON.parse(stdout) }).toMatchObject({
    code: 1,
    report: { imported: 100, skipped: 0, refused: [] },
  })
  expect(stderr).toContain('Judge.me answered with status 422.')
  expect(stderr).not.toContain(judgeMeShop.token)
  judgeMe.interfere(() => false)
})

test('a wrong token is named, and never printed', async () => {
  const { code, stdout, stderr } = await run(pull('--token', 'wrong-token-1'), service)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/Judge\.me refused the token for moka\.myshopify\.com\./)
  expect(stderr).not.toContain('wrong-token-1')
})

test.each([
  [[], 'Give --shop and --token-file.'],
  [['--token', 'a', 'reviews.csv'], 'Give either a path or --from.'],
  [['--token', 'a', '--url', 'https://judge.example/'], 'It takes an address of this machine.'],
])('%j is a wrong usage', async (args, words) => {
  const { code, stderr } = await run(pull(...args), service)
  expect(code).toBe(2)
  expect(stderr).toContain(words)
})
