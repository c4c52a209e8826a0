import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenPromises, brokenShopPromises, type Outcome, type ShopOutcome } from './report.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const purchases = fileURLToPath(new URL('purchases.csv', import.meta.url))
const shopPurchases = fileURLToPath(new URL('shop-purchases.csv', import.meta.url))

let folder: string
let temporary: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rw-journey-test-'))
  temporary = mkdtempSync(join(tmpdir(), 'rw-journey-tmp-'))
})
afterAll(() => {
  for (const used of [folder, temporary]) rmSync(used, { recursive: true })
})

const env = () => ({
  ...process.env,
  NO_COLOR: '1',
  TMPDIR: temporary,
  DATABASE_URL: 'postgres://nowhere.invalid/x',
})

type Run = { code: number; out: string; err: string }

/** Runs the command, and checks that it leaves nothing in the temporary folder. */
async function journey(...args: string[]): Promise<Run> {
  const run = await new Promise<Run>(done => {
    execFile(process.execPath, [main, ...args], { env: env() }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
  expect(readdirSync(temporary)).toEqual([])
  return run
}

function aFile(text: string): string {
  const file = join(folder, 'file.csv')
  writeFileSync(file, text)
  return file
}

/** The lines under a heading, split into columns. */
function table(out: string, heading: string): string[][] {
  const lines = out.split('\n')
  const start = lines.indexOf(heading) + 1
  expect(start, out).toBeGreaterThan(0)
  return lines.slice(start, lines.indexOf('', start)).map(line => line.trim().split(/\s{2,}/))
}

/** Every order is answered 201 first and 422 again, with one request each, none on a weekend. */
function expectAsPromised({ code, out, err }: Run, orders: number): void {
  expect({ code, err }, out).toEqual({ code: 0, err: '' })
  const count = orders.toLocaleString('en')
  const [head, first, again] = table(out, 'Answers')
  expect(head).toEqual(['sent', '201', '422', 'seconds', 'orders/s'])
  expect(first?.slice(0, 3)).toEqual(['first', count, '0'])
  expect(again?.slice(0, 3)).toEqual(['again', '0', count])
  const days = table(out, 'Requests by the weekday they are due').slice(1)
  expect(days.slice(5)).toEqual([
    ['0', 'Saturday'],
    ['0', 'Sunday'],
  ])
  const total = (rows: string[][]) => rows.reduce((sum, [n = '']) => sum + Number(n.replaceAll(',', '')), 0)
  expect(total(days)).toBe(orders)
  expect(total(table(out, 'Requests by the reason of their date').slice(1))).toBe(orders)
  expect(out).toContain(`As promised: ${orders} orders`)
}

describe('the journey', () => {
  test('keeps all promises for our own purchases, on the days of the calendar', async () => {
    const run = await journey(purchases)
    expectAsPromised(run, 60)
    expect(run.out).toContain(
      'Columns: product_id from Product ID, product_name from Produto, date from Data, customer from E-mail, customer_name from Nome, price from Preço, rating from rating, title from title, text from text;',
    )
    expect(run.out).toMatch(/As promised: \d+ reviews, and the ratings read back are those of the file/)
    const days = table(run.out, 'Requests by the weekday they are due').map(([count]) => count)
    expect(days).toEqual(['requests', '25', '5', '17', '5', '8', '0', '0'])
    const reasons = table(run.out, 'Requests by the reason of their date')
    expect(reasons).toContainEqual(['40', 'scheduled: 7 days after delivery'])
    expect(reasons).toContainEqual(['1', 'scheduled: 7 days after delivery, moved from the holiday Natal'])
  })

  test('can be limited, and accepts a byte order mark and named columns', async () => {
    const file = aFile(`\ufeff${readFileSync(purchases, 'utf8')}`)
    const run = await journey(file, '--limit', '7', '--map', 'sku=Product ID', '--map', 'date=Data')
    expectAsPromised(run, 7)
    expect(run.out).toContain('sku from Product ID')
  })

  test('speaks the language of the store, and saves what buyers and visitors see', async () => {
    const pictures = join(folder, 'pictures')
    const file = fileURLToPath(new URL('purchases-ar.csv', import.meta.url))
    expectAsPromised(await journey(file, '--locale', 'ar', '--pictures', pictures), 4)
    expect(readdirSync(pictures)).toEqual(['form.png', 'mail.png', 'thanks.png', 'widgets.png'])
  })

  test("leads a store's own questions from the form to sums and filters", async () => {
    const file = fileURLToPath(new URL('own-questions.csv', import.meta.url))
    const questions = fileURLToPath(new URL('own-questions.json', import.meta.url))
    const run = await journey(file, '--questions', questions)
    expectAsPromised(run, 100)
    expect(run.out).toContain('As promised: 100 reviews, and the ratings read back are those of the file.')
    // Counted by hand in the file. 24 sums of answers, and those of each value of the five public questions that has answers.
    expect(run.out).toMatch(
      /^431 answers to 6 questions; compared with the file: \d\d+ sums and 80 filters\.$/m,
    )
  })

  test('needs only a product id', async () => {
    const run = await journey(
      aFile('Clothing ID,Review Text\r\n767,"two\r\nlines, and ""quotes"""\r\n1080,\r\n'),
    )
    expectAsPromised(run, 2)
    expect(run.out).toContain(
      'Columns: product_id from Clothing ID, text from Review Text; the rest is derived.',
    )
  })

  test('fails if an order is refused, and says which and why', async () => {
    const run = await journey(aFile(`product_id,date\nP-1,2026-01-05\n${'x'.repeat(256)},2026-01-06\n`))
    expect(run.code).toBe(1)
    expect(run.err).toContain('1 orders sent first were not answered as expected:')
    expect(run.err).toContain(
      'row 2: 400 products.0.product_id: String must contain at most 255 character(s)',
    )
    expect(table(run.out, 'Answers')[0]).toEqual(['sent', '201', '422', '400', 'seconds', 'orders/s'])
  })

  test('leaves nothing behind when interrupted', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `P-${row}`)
    const child = spawn(process.execPath, [main, aFile(`product_id\n${rows.join('\n')}\n`)], { env: env() })
    const ended = new Promise<number | null>(done => child.once('exit', done))
    while (readdirSync(temporary).length === 0 && child.exitCode === null) await pause(20)
    child.kill('SIGINT')
    expect(await ended).toBe(1)
    expect(readdirSync(temporary)).toEqual([])
  })
})

// Orders of the API, with numbered products, and of a shop that is described. What is different in the others' webhooks
// is tested in server/links/connections, and their journeys in `npm run test:long`.
const platforms = ['direct', 'woocommerce', 'generic']
if (process.env.LONG_TESTS === 'all') platforms.push('shopify', 'nuvemshop', 'vtex', 'medusa', 'vendure')

describe('the journey from a shop', () => {
  test.each(platforms)('%s has the same closing table', async platform => {
    const { code, out, err } = await journey(shopPurchases, '--platform', platform)
    expect({ code, err }, out).toEqual({ code: 0, err: '' })
    const [heading, passes] =
      platform === 'direct' ? ['Answers', ['first', 'again']] : ['Webhooks', ['placed', 'delivered', 'again']]
    const sent = table(out, heading as string).slice(1)
    expect(sent.map(([name]) => name)).toEqual(passes)
    if (platform !== 'direct') expect(sent.map(([, accepted]) => accepted)).toEqual(['8', '8', '8'])
    expect(table(out, 'Requests by the weekday they are due').map(([count]) => count)).toEqual([
      ...['requests', '4', '2', '1', '0', '1', '0', '0'],
    ])
    expect(table(out, 'Requests by the reason of their date').slice(1)).toEqual([
      ['4', 'scheduled: 7 days after delivery'],
      ['2', 'scheduled: 7 days after delivery, moved from Saturday'],
      expect.arrayContaining(['1']),
      expect.arrayContaining(['1']),
    ])
    expect(out).toContain('1  scheduled: 7 days after delivery, moved from Sunday')
    expect(out).toContain('1  scheduled: 7 days after delivery, moved from the holiday Natal')
    // Ana bought two products on one day: she received one email.
    const closing = table(out, 'From the mail to the rating').map(([step, count]) => [step, count])
    expect(closing.filter(([step]) => step !== 'of these held, then published').slice(1)).toEqual([
      ['mails over SMTP', '7'],
      ['forms over HTTP', '7'],
      ['reviews', '8'],
      ['ratings read back', '5'],
    ])
    expect(out).toContain('As promised: 8 reviews, and the ratings read back are those of the file.')
  })

  test('needs numbered products, where the platform numbers them', async () => {
    const { code, err } = await journey(purchases, '--platform', 'woocommerce')
    expect(code).toBe(1)
    expect(err).toMatch(/A shop of this platform numbers its products, and the file has the product [A-Z]/)
  })
})

describe('unusable input', () => {
  test.each([
    ['title,text\na,b\n', [], 'No column holds the id of the product.'],
    ['product_id\n', [], 'holds no rows.'],
    ['', [], 'holds no rows.'],
    ['product_id,date\nP-1,yesterday\n', [], 'Row 1: date is no date: yesterday.'],
    ['product_id,date\nP-1,2026-01-05\nP-2,2026-02-30\n', [], 'Row 2: date is no date: 2026-02-30.'],
    ['product_id,price\nP-1,free\n', [], 'Row 1: price is no price: free.'],
    ['product_id,price\n ,1\n', [], 'Row 1: product_id is empty.'],
    ['product_id,price\nP-1\n', [], 'cannot be read: Invalid Record Length'],
    ['product_id\nP-1\n', ['--map', 'price=Cost'], 'There is no column Cost.'],
  ])('%j %j: exits with 1 and says why', async (text, args, why) => {
    const { code, out, err } = await journey(aFile(text), ...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(why)
  })

  test('a missing file exits with 1', async () => {
    const { code, err } = await journey(join(folder, 'missing.csv'))
    expect(code).toBe(1)
    expect(err).toMatch(/missing\.csv cannot be read: ENOENT/)
  })

  test.each([
    [[]],
    [['a.csv', 'b.csv']],
    [['a.csv', '--limit', '0']],
    [['a.csv', '--limit', 'all']],
    [['a.csv', '--map', 'price']],
    [['a.csv', '--map', 'colour=Colour']],
    [['a.csv', '--fast']],
    [['a.csv', '--days', '30']],
    [['a.csv', '--platform', 'magento']],
  ])('%j exits with 2', async args => {
    const { code, out, err } = await journey(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('See: npm run journey -- --help')
  })
})

describe('a broken promise is reported', () => {
  const id = '019a8f00-0000-7000-8000-000000000000'
  const kept: Outcome = {
    first: { answers: [{ row: 1, status: 201, body: { id } }], seconds: 1 },
    again: { answers: [{ row: 1, status: 422, body: { error_code: 103 } }], seconds: 1 },
    due: [{ state: 'scheduled', weekday: 5, reason: '7 days after delivery', requests: 1 }],
  }
  const due = (change: object) => kept.due.map(count => ({ ...count, ...change }))
  const answers = (...list: object[]) =>
    ({ answers: list.map((one, row) => ({ row, ...one })), seconds: 1 }) as Outcome['first']

  test.each<[string, Partial<Outcome>, string[]]>([
    ['nothing', {}, []],
    ['a Saturday', { due: due({ weekday: 6 }) }, ['1 requests fall due on a Saturday or Sunday.']],
    ['a Sunday', { due: due({ weekday: 7 }) }, ['1 requests fall due on a Saturday or Sunday.']],
    ['a backfill', { due: due({ state: 'expired' }) }, ['1 requests are not scheduled.']],
    ['a lost request', { due: [] }, ['1 orders have 0 review requests.']],
    ['a second request', { due: due({ requests: 2 }) }, ['1 orders have 2 review requests.']],
    [
      'a duplicate that was taken',
      { again: answers({ status: 201, body: { id } }) },
      [expect.stringContaining('1 orders sent again were not answered as expected')],
    ],
    [
      'another 422',
      { again: answers({ status: 422, body: { error_code: 999 } }) },
      [expect.stringContaining('1 orders sent again were not answered as expected')],
    ],
    [
      'one id for two orders',
      {
        first: answers({ status: 201, body: { id } }, { status: 201, body: { id } }),
        due: due({ requests: 2 }),
      },
      ['2 orders were given 1 different ids.'],
    ],
  ])('%s', (_, change, lines) => expect(brokenPromises({ ...kept, ...change })).toEqual(lines))
})

describe('a broken promise of a shop is reported', () => {
  const accepted = { answers: [{ row: 1, status: 200, body: {} }], seconds: 1, applying: 1 }
  const kept: ShopOutcome = {
    arrived: {
      passes: [
        { name: 'placed', ...accepted },
        { name: 'delivered', ...accepted },
        { name: 'again', ...accepted },
      ],
      ...{ orders: 1, unfinished: 0, problem: undefined },
    },
    due: [{ state: 'scheduled', weekday: 5, reason: '7 days after delivery', requests: 1 }],
  }

  test.each<[string, Partial<ShopOutcome['arrived']>, Partial<ShopOutcome>, string[]]>([
    ['nothing', {}, {}, []],
    ['a lost order', { orders: 0 }, {}, ['1 purchases became 0 orders.']],
    ['a doubled order', { orders: 2 }, {}, ['1 purchases became 2 orders.']],
    [
      'a webhook that failed in the background',
      { unfinished: 1, problem: 'The shop cannot be reached.' },
      {},
      ['1 webhooks are not worked through. The shop cannot be reached.'],
    ],
    [
      'a refused webhook',
      { passes: [{ name: 'placed', ...accepted, answers: [{ row: 3, status: 401, body: {} }] }] },
      {},
      ['1 webhooks (placed) were not answered as expected:\n  row 3: 401 {}'],
    ],
    ['a lost request', {}, { due: [] }, ['1 orders have 0 review requests.']],
  ])('%s', (_, arrived, change, lines) => {
    expect(brokenShopPromises({ ...kept, ...change, arrived: { ...kept.arrived, ...arrived } })).toEqual(
      lines,
    )
  })
})

const data = process.env.REVIEWS_DATA
const files = data ? readdirSync(data).filter(name => name.endsWith('.csv')) : []

describe.skipIf(!data)('real purchases, from the folder REVIEWS_DATA (skipped if not set)', () => {
  test('exist', () => expect(files).not.toEqual([]))

  test.each(files)('%s keeps all promises', async name => {
    const run = await journey(join(data ?? '', name))
    const orders = Number(/As promised: (\d+)/.exec(run.out)?.[1])
    expect(orders).toBeGreaterThan(0)
    expectAsPromised(run, orders)
  })
})
