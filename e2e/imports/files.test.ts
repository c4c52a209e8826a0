import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { times } from '../../server/test/factories.ts'
import type { Check } from '../../server/upkeep/doctor/check.ts'
import {
  begin,
  checkout,
  cleanUp,
  postmasterOf,
  readyDataDir,
  run,
  runJson,
  type Service,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, hold, query } from '../store.ts'
import { type ImportPlace, type Report, startImportPlace } from './import-place.ts'

let service: Service
let folder: string
let storeId: string
let write: ImportPlace['write']
let count: ImportPlace['count']
beforeAll(async () => {
  ;({ service, folder, storeId, write, count } = await startImportPlace())
})
afterAll(cleanUp)

const review = (...args: string[]) => ['review', 'import', '--store', storeId, ...args]

const countReviews = (store: string) => count('reviews', store)

test('an import leaves the processor to the service, but not PostgreSQL that it has started', async () => {
  const own = { dataDir: readyDataDir() }
  const { store_id } = await runJson<{ store_id: string }>(['store', 'create', '--name', 'Shop'], own)
  // The import waits for its rows meanwhile.
  const pipe = join(temporaryFolder(), 'reviews.csv')
  spawnSync('mkfifo', [pipe])
  const rows = openSync(pipe, 'r+')
  const importing = begin(['review', 'import', '--store', store_id, pipe], own)
  const normal = getPriority()
  await expect.poll(() => getPriority(importing.pid)).toBe(Math.max(normal, 5))
  expect(getPriority(postmasterOf(own.dataDir))).toBe(normal)
  writeSync(rows, 'product_id,rating\nP-1,5\n')
  closeSync(rows)
  const { code, stdout } = await importing.ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Imported 1 review') })
})

describe('review import', () => {
  test('exits with 0 after refused rows, and reports them to people and programs', async () => {
    const file = write(
      'mixed.csv',
      'product_id;rating;created_at\nP-1;5;05/03/2024\nP-1;"4,5";\nP-1;4;\u001b[2J\n',
    )
    const args = review(file, '--date-format', 'DD/MM/YYYY')
    const trial = await runJson<Report & { preview: object }>([...args, '--dry-run'], service)
    const { preview, ...foretold } = trial
    expect(preview).toMatchObject({ rows: [{ row: 1, product_id: 'P-1', rating: 5 }], orders: [] })
    const told = await run([...args, '--dry-run'], service)
    expect(told.code).toBe(0)
    expect(told.stdout).toContain('Nothing was written. Would import 1 review,')
    expect(told.stdout).toMatch(/refused 2\.\n3 rows in .* rows\/s/)
    expect(told.stdout).toMatch(/ 2 +rating +"4,5" is no whole number/)
    expect(told.stdout).toMatch(/ 1 +5 +2024-03-05 +published +P-1\b/)
    // Text from the file must not write to the terminal.
    expect(told.stdout).not.toContain('\u001b')
    expect(await countReviews(storeId)).toBe(0)
    const report = await runJson<Report>(args, service)
    expect(report).toEqual({
      imported: 1,
      skipped: 0,
      refused: [
        { row: 2, column: 'rating', problem: expect.any(String) },
        { row: 3, column: 'created_at', problem: expect.any(String) },
      ],
      columns: { product_id: 'product_id', rating: 'rating', created_at: 'created_at' },
      unread: [],
      notes: [
        'Columns are separated by semicolons.',
        'The file does not say who bought: no review becomes a verified purchase.',
      ],
      skipped_states: {},
    })
    expect(foretold).toEqual(report)
    expect(await runJson<Report>(args, service)).toMatchObject({ imported: 0, skipped: 1 })
  })

  test('says how many refused rows it does not list', async () => {
    const file = write('refused.csv', `product_id,rating\n${'P-1,0\n'.repeat(10_002)}`)
    const report = await runJson<Report>(review(file), service)
    expect([report.refused.length, report.refused_more]).toEqual([10_000, 2])
    expect((await run(review(file), service)).stdout).toContain('and 9952 more')
  })

  test('exits with 1 for another kind of file and says what to do', async () => {
    mkdirSync(join(folder, 'folder'))
    const bad = [
      [join(folder, 'missing.csv'), 'ENOENT'],
      [join(folder, 'folder'), 'is a folder'],
      [write('empty.csv', ''), 'empty'],
      [write('columns.csv', 'a,b\n1,2\n'), '--map rating=COLUMN'],
      [write('open.csv', 'product_id,rating\nP-1,"5\n'), 'row 1'],
    ] as const
    for (const [file, why] of bad) {
      const { code, stdout, stderr } = await run(review(file, '--json'), service)
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)])
      expect(stderr).not.toContain('    at ')
    }
  })

  test('exits with 1 for more reviews than the plan allows, and stores none', async () => {
    const { store_id } = await createStore(service, ['--limit', 'reviews_per_import=1000'])
    const file = write('long.csv', `product_id,rating,body\n${'P-1,5,x\n'.repeat(1_001)}`)
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await run(['review', 'import', '--store', store_id, file, ...more], service)
      expect([code, stderr]).toEqual([1, expect.stringContaining('allows in one import: 1000')])
    }
    expect(await countReviews(store_id)).toBe(0)
    const shorter = write('shorter.csv', `product_id,rating,body\n${'P-1,5,x\n'.repeat(1_000)}`)
    const args = ['review', 'import', '--store', store_id, shorter]
    expect(await runJson<Report>(args, service)).toMatchObject({ imported: 1_000 })
  })

  test('exits with 2 for a mapping without matching columns', async () => {
    const file = write('plain.csv', 'product_id,rating\nP-1,5\n')
    for (const map of ['rating=Stars', 'stars=rating']) {
      const { code, stderr } = await run(review(file, '--map', map), service)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--map ${map.split('=')[0]}`)])
    }
  })

  test('shows its progress only on a terminal', async ({ skip }) => {
    const file = write('drawn.csv', `product_id,rating,body\n${'P-1,5,x\n'.repeat(1_200)}`)
    const { stderr } = await run(review(file, '--dry-run'), service)
    expect(stderr).toBe('')
    if (spawnSync('script', ['--version']).status !== 0)
      return skip('there is no `script` to make a terminal')
    const json = join(folder, 'drawn.json')
    const command = `./realword ${review(file, '--json').join(' ')} > ${json}`
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TERM: 'xterm', DATA_DIR: service.dataDir },
    })
    expect(stdout).toMatch(/100% {2}1200 rows, \d+ rows\/s/)
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ imported: 1_200, skipped: 0, refused: [] })
  })

  test('killed midway and run again, it misses nothing and duplicates nothing', async () => {
    const { store_id } = await createStore(service)
    const importInto = (name: string, lines: string[]) =>
      ['review', 'import', '--store', store_id].concat(
        write(name, `product_id,rating,body\n${lines.join('\n')}\n`),
      )
    await runJson(importInto('held.csv', ['HELD,5,before']), service)
    const held = await hold(
      service.dataDir,
      `select from rating_summaries where store_id = $1 and product_id = 'HELD' for update`,
      [store_id],
    )
    const lines = times(12_000, index => `P-${index % 50},${1 + (index % 5)},${index % 5_000}`)
    const args = importInto('long.csv', lines.with(7_000, 'HELD,4,in the middle'))
    const child = spawn(join(checkout, 'realword'), args, {
      cwd: checkout,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, DATA_DIR: service.dataDir },
    })
    const ended = once(child, 'exit')
    await waitFor('the row that is held', held.isAwaited)
    child.kill('SIGKILL')
    await ended
    const before = (await countReviews(store_id)) - 1
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(7_000)
    await held.release()
    const report = await runJson<Report>(args, service)
    // The server may have committed one more batch after its client was killed.
    expect(report.imported + report.skipped).toBe(12_000)
    expect(report.skipped).toBeGreaterThanOrEqual(before)
    expect(await countReviews(store_id)).toBe(12_001)
    const { checks } = await runJson<{ checks: Check[] }>(['doctor'], service)
    expect(checks.find(({ name }) => name === 'ratings')).toMatchObject({ status: 'ok' })
  })
})

test('question import imports questions', async () => {
  const file = write('questions.csv', 'product_sku,body,reply\nMOKA,Does it fit?,Yes\nMOKA,,\n')
  const args = ['question', 'import', '--store', storeId, file]
  expect(await runJson<Report>(args, service)).toMatchObject({
    imported: 1,
    refused: [{ row: 2, column: 'body' }],
  })
  expect((await run(args, service)).stdout).toContain('Imported 0 questions')
  expect(await query(service.dataDir, 'select product_id, reply from questions')).toEqual([
    { product_id: 'MOKA', reply: 'Yes' },
  ])
})

describe('what only the merchant knows of a file is an option of the command', () => {
  const importInto = (store: string, kind: string, file: string, ...more: string[]) => [
    ...[kind, 'import', '--store', store, file, ...more],
  ]
  const statesOf = async (store: string): Promise<string[]> => {
    const reviews = 'select body, state from reviews where store_id = $1'
    const found = await query<{ body: string; state: string }>(service.dataDir, reviews, [store])
    return found.map(({ body, state }) => `${body} ${state}`).toSorted()
  }

  test('the words of a column of states, or that there is none', async () => {
    const { store_id } = await createStore(service)
    const rows = ['P-1,5,one,approved', 'P-1,4,two,parked', 'P-1,1,three,compost', 'P-1,2,four,']
    const file = write('words.csv', `product_id,rating,body,moderation\n${rows.join('\n')}\n`)
    const asked = await run(importInto(store_id, 'review', file), service)
    expect([asked.code, asked.stdout]).toEqual([1, ''])
    expect(asked.stderr).toMatch(/moderation.*parked.*compost/s)
    expect(asked.stderr).toContain('--state')
    const wrong = await run(importInto(store_id, 'review', file, '--state', 'parked=maybe'), service)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('pending')])
    expect(await countReviews(store_id)).toBe(0)
    const answers = ['--state', 'Parked=rejected', '--state', 'compost=skip']
    const report = { imported: 3, refused: [], skipped_states: { compost: 1 } }
    const args = importInto(store_id, 'review', file, ...answers)
    expect(await runJson<Report>([...args, '--dry-run'], service)).toMatchObject(report)
    expect(await runJson<Report>(args, service)).toMatchObject(report)
    expect(await statesOf(store_id)).toEqual(['four pending', 'one published', 'two rejected'])
    const other = await createStore(service)
    const ignoring = importInto(other.store_id, 'review', file, '--map', 'state=')
    expect(await runJson(ignoring, service)).toMatchObject({ imported: 4, unread: ['moderation'] })
    expect((await statesOf(other.store_id)).every(one => one.endsWith(' published'))).toBe(true)
  })

  test('the scale of ratings', async () => {
    const { store_id } = await createStore(service)
    const file = write('of-hundred.csv', 'product_id,rating,body\nP-1,90,a\nP-1,4,b\n')
    const asked = await run(importInto(store_id, 'review', file), service)
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('--rating-scale')])
    const wrong = await run(importInto(store_id, 'review', file, '--rating-scale', '7'), service)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('5, 10, 100')])
    expect(await countReviews(store_id)).toBe(0)
    await runJson(importInto(store_id, 'review', file, '--rating-scale', '100'), service)
    const ratings = 'select body, rating from reviews where store_id = $1 order by body'
    expect(await query(service.dataDir, ratings, [store_id])).toEqual([
      { body: 'a', rating: 5 },
      { body: 'b', rating: 1 },
    ])
  })

  test('the separator, the quotes and the encoding', async () => {
    const { store_id } = await createStore(service)
    const header = 'product_id;rating;Text, in one, or two words'
    const rows = ['P-1;5;"Caf\xe9 \\"forte\\", sim"', 'P-1;4;"Gr\xc5\xb0n"', 'P-1;3;"a ""b"" c"']
    const file = write('cut.csv', '')
    writeFileSync(file, [header, ...rows].join('\n'), 'latin1')
    const found = await run(importInto(store_id, 'review', file, '--separator', ';'), service)
    expect([found.code, found.stderr]).toEqual([1, expect.stringContaining('--quotes doubled or backslash')])
    for (const [option, choices] of [
      ['--separator', '",", ";", tab, "|"'],
      ['--quotes', 'doubled, backslash'],
      ['--encoding', 'utf-8, windows-1252'],
    ] as const) {
      const wrong = await run(importInto(store_id, 'review', file, option, 'x'), service)
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`It takes ${choices}.`)])
    }
    expect(await countReviews(store_id)).toBe(0)
    const chosen = ['--separator', ';', '--quotes', 'backslash', '--encoding', 'Windows-1252']
    const args = importInto(store_id, 'review', file, ...chosen, '--map', 'body=Text, in one, or two words')
    expect(await runJson<Report>(args, service)).toMatchObject({ imported: 3, refused: [] })
    const texts = 'select body from reviews where store_id = $1 and rating > 3 order by rating desc'
    expect(await query(service.dataDir, texts, [store_id])).toEqual([
      { body: 'Café "forte", sim' },
      { body: 'GrÅ°n' },
    ])
  })

  test('the states of orders', async () => {
    const { store_id } = await createStore(service)
    const line = (id: string, state: string) => `${id},2026-11-10,2026-11-18,P-1,${id}@example.com,${state}`
    const header = 'order_id,order_date,delivery_date,product_id,customer_email,order_status'
    const lines = [line('A', 'shipped'), line('B', 'In the attic'), line('C', 'Given up')]
    const file = write('attic.csv', [header, ...lines].join('\n'))
    const asked = await run(importInto(store_id, 'order', file), service)
    expect([asked.code, asked.stdout]).toEqual([1, ''])
    expect(asked.stderr).toMatch(/order_status.*in the attic.*--state/s)
    const answers = ['--state', 'In the attic=waiting', '--state', 'given up=cancelled']
    const report = { imported: 2, refused: [], waiting: 1, skipped_states: { 'given up': 1 } }
    const args = importInto(store_id, 'order', file, ...answers)
    expect(await runJson<Report>([...args, '--dry-run'], service)).toMatchObject(report)
    expect(await runJson<Report>(args, service)).toMatchObject(report)
    const requests = 'select order_id from review_requests where store_id = $1'
    expect(await query(service.dataDir, requests, [store_id])).toHaveLength(1)
  })
})

// Real buyers' texts are not part of this project. Set their folder, if you have such files.
const real = process.env.REVIEWS_DATA
if (!real) console.log('Skipped: the import of real files, as REVIEWS_DATA names no folder of them.')

describe.skipIf(!real)('real files', () => {
  test.each([
    {
      name: 'reviews-pt.csv',
      rows: 4_000,
      map: [
        'title=review_title',
        'body=review_text',
        'rating=overall_rating',
        'recommended=recommend_to_a_friend',
        'created_at=submission_date',
      ],
    },
    {
      name: 'reviews-en.csv',
      rows: 1_000,
      map: ['product_id=Clothing ID', 'body=Review Text', 'recommended=Recommended IND'],
    },
  ])('$name is imported completely, once', async ({ name, rows, map }) => {
    const file = join(real as string, name)
    expect(existsSync(file)).toBe(true)
    const { store_id } = await createStore(service)
    const args = ['review', 'import', '--store', store_id, file, ...map.flatMap(one => ['--map', one])]
    const whole = { imported: rows, skipped: 0, refused: [] }
    expect(await runJson<Report>([...args, '--dry-run'], service)).toMatchObject(whole)
    expect(await runJson<Report>(args, service)).toMatchObject(whole)
    expect(await runJson<Report>(args, service)).toMatchObject({ ...whole, imported: 0, skipped: rows })
    expect(await countReviews(store_id)).toBe(rows)
  })
})
