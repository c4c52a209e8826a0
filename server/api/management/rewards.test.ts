import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codesLeft } from '../../asking/rewards/counts.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let service: TestApp
let program: ManagementClient
beforeAll(async () => {
  service = await startTestApp()
  service.setNow('2026-03-01T12:00:00.000Z')
})
beforeEach(async () => {
  program = await aManageKey(service)
})
afterAll(() => service.close())

const add = (csv: string, trial = false) => program.send('POST', '/reward/codes', { csv, trial })
const set = (change: object) => program.send('PATCH', '/reward', change)
const gives = { en: '10 % off' }

test('rewards are off, and are turned on with a text', async () => {
  expect((await program.send('GET', '/reward')).body).toEqual({
    on: false,
    codes: 'list',
    code_expires_on: null,
    gives: {},
    per_month: null,
    total: null,
    has_code: false,
    left: 0,
    expiring: 0,
    promised: 0,
    given: 0,
    given_this_month: 0,
  })
  expect(said(await set({ on: true }))).toBe('gives: Required')
  expect(await set({ on: true, gives })).toMatchObject({ status: 200, body: { on: true, gives } })
  expect(await set({ per_month: 5 })).toMatchObject({ body: { on: true, gives, per_month: 5 } })
})

test.each([
  [{ on: true, gives, codes: 'shared' }, 'code: Required'],
  [{ gives: { xx: 'a mug' } }, /^gives\.xx: Expected one of ar, /],
  [{ gives: { en: '   ' } }, 'gives.en: Expected 1 to 200 characters'],
  [{ gives: { en: 'a\nmug' } }, 'gives.en: Expected a single line'],
  [{ per_month: 0 }, 'per_month: Number must be greater than or equal to 1'],
  [{ code_expires_on: '2026-02-30' }, 'code_expires_on: Expected a date such as 2026-11-24'],
  [{ code: '=A1' }, 'code: Invalid format'],
])('%j is refused', async (change, problem) => {
  expect(said(await set(change))).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  )
})

describe('what is given names no number of stars', () => {
  test.each([
    ['en', '10 % off for 5 stars'],
    ['en', 'a mug for five stars'],
    ['en', 'a mug for a five-star review'],
    ['en', 'a mug for four or five stars'],
    ['pt-BR', 'um brinde por cinco estrelas'],
    ['es', 'una taza por cuatro estrellas'],
    ['de', 'eine Tasse für fünf Sterne'],
    ['fr', 'une tasse pour cinq étoiles'],
    ['ru', 'кружка за пять звёзд'],
    ['pl', 'kubek za pięć gwiazdek'],
    ['tr', 'beş yıldız için bardak'],
    ['fi', 'muki viidestä tähdestä'],
    ['ar', 'كوب مقابل خمس نجوم'],
    ['en', 'a mug for a fivestar review'],
    ['de', 'ein Becher für die Fünfsternebewertung'],
    ['nl', 'een mok voor een vijfsterrenreview'],
    ['da', 'et krus for en femstjernet anmeldelse'],
    ['nb', 'en kopp for en firestjerners omtale'],
    ['sv', 'en mugg för en femstjärnig recension'],
    ['sv', 'en mugg för en fyrstjärnig recension'],
    ['is', 'bolli fyrir fimmstjörnu umsögn'],
    ['fi', 'muki viidentähden arvostelusta'],
    ['et', 'kruus viietärnilise arvustuse eest'],
    ['hu', 'bögre egy ötcsillagos értékelésért'],
    ['pl', 'kubek za pięciogwiazdkową opinię'],
    ['cs', 'hrnek za pětihvězdičkovou recenzi'],
    ['sk', 'hrnček za päťhviezdičkovú recenziu'],
    ['hr', 'šalica za petzvjezdanu recenziju'],
    ['sl', 'skodelica za petzvezdično mnenje'],
    ['bg', 'чаша за петзвезден отзив'],
    ['ru', 'кружка за пятизвёздочный отзыв'],
    ['uk', "чашка за п'ятизірковий відгук"],
    ['lv', 'krūze par pieczvaigžņu atsauksmi'],
    ['lt', 'puodelis už penkiažvaigždutį atsiliepimą'],
    ['el', 'μια κούπα για πεντάστερη κριτική'],
    ['en', 'a mug for a 5-star review'],
    ['en', '★★★★★ = a mug'],
    ['de', '10 % für 5 Sterne'],
    ['pt-BR', '10% por 5 estrelas'],
    ['fr', '10 % pour 5 étoiles'],
    ['ru', 'скидка за 5 звёзд'],
    ['ja', '5つ星で10%オフ'],
    ['ko', '별 5개 할인'],
    ['zh-CN', '五星好评九折'],
    ['tr', '5 yıldız için indirim'],
  ])('%s: %s', async (language, words) => {
    expect(said(await set({ gives: { [language]: words } }))).toBe(
      `gives.${language}: Do not name a number of stars: a reward must not depend on them`,
    )
  })

  test.each([
    ['en', 'a Star Wars mug'],
    ['en', 'five coupons to start with'],
    ['da', 'kaffe to start'],
    ['da', 'en vase fra Holmegaard med stjerner'],
    ['sv', 'en femstegsguide till stjärnhimlen'],
    ['nl', 'een vierkante mok met sterren'],
    ['pl', 'toster'],
    ['de', 'ein dreister Becher'],
    ['en', '10 % off your next order'],
    ['nl', '5 sterling sieraden'],
    ['de', 'ein Sternglobus'],
    ['id', '50.000 rupiah'],
  ])('%s: %s is none', async (language, words) => {
    expect((await set({ gives: { [language]: words } })).status).toBe(200)
  })
})

test('codes of a file are tried, added, counted and removed, and never answered', async () => {
  await set({ on: true, gives })
  const csv = '\uFEFFCode;expires_on\r\nONE;2027-01-01\r\n"TWO";\r\nSOON;2026-03-20\r\n\r\n'
  expect((await add(csv, true)).body).toEqual({ codes: 3, added: 0, left: 0 })
  expect((await add(csv)).body).toEqual({ codes: 3, added: 3, left: 2 })
  const { body } = await program.send('GET', '/reward')
  expect(body).toMatchObject({ left: 2, expiring: 1 })
  expect(JSON.stringify(body)).not.toContain('ONE')
  const left = () =>
    codesLeft(service.database, program.store.storeId, { time_zone: 'UTC' }, new Date('2026-03-01'))
  expect(await left()).toBe(2)
  expect((await program.send('DELETE', '/reward/codes')).body).toEqual({ removed: 3 })
  expect(await left()).toBe(0)
  await set({ codes: 'shared', code: 'THANKS' })
  expect(await left()).toBeNull()
})

test('a file with a wrong line adds nothing, and each line is named', async () => {
  await add('KNOWN')
  const long = 'L'.repeat(101)
  const csv = `code,expires_on\nFINE,\n,2027-01-01\n${long},\nFINE,\nKNOWN,\nLATE,2026-02-28\nODD,soon\n1.23E+15,\n`
  for (const trial of [true, false]) {
    expect(said(await add(csv, trial)).split('; ')).toEqual([
      'line 3: Required',
      'line 4: String must contain at most 100 character(s)',
      'line 7: Expected today or a later day',
      'line 8: Expected a date such as 2026-11-24',
      'line 9: Invalid format',
      'line 5: The same code is on line 2',
    ])
  }
  expect(said(await add('NEW\nKNOWN'))).toBe('line 2: This code is in the list already, or was given before')
  expect(said(await add('code\n'))).toBe('csv: Required')
  expect(said(await add('"open'))).toBe('csv: Invalid format')
  const rows = await service.database.query(sql`
    select code from reward_codes where store_id = ${program.store.storeId}`)
  expect(rows).toEqual([{ code: 'KNOWN' }])
})

test('of a file with many wrong lines, twenty are named, and the others are counted', async () => {
  const csv = Array.from({ length: 25 }, (_, n) => `=A${n}`).join('\n')
  const named = said(await add(csv)).split('; ')
  expect(named).toHaveLength(21)
  expect(named.slice(19)).toEqual(['line 20: Invalid format', expect.stringMatching(/^body: 5 more problem/)])
})

test('a store has at most 200,000 unused codes, and those of another are neither counted nor known', async () => {
  const other = await aManageKey(service)
  await service.database.query(sql`
    insert into reward_codes (store_id, code, added_at, position)
    select ${other.store.storeId}, 'X-' || number, now(), number
    from generate_series(1, 200000) as number`)
  const toOther = (csv: string) => other.send('POST', '/reward/codes', { csv, trial: false })
  expect(said(await toOther('ONE-MORE'))).toBe('csv: Array must contain at most 200000 element(s)')
  expect((await add('X-1')).body).toMatchObject({ added: 1 })
  expect((await other.send('DELETE', '/reward/codes')).body).toEqual({ removed: 200_000 })
  expect((await program.send('GET', '/reward')).body).toMatchObject({ left: 1 })
})

test('the audit log says that rewards changed, never to what', async () => {
  await set({ on: true, gives, codes: 'shared', code: 'SECRET-9' })
  await add('ANOTHER-9')
  const log = await service.database.query<{ fields: string[] }>(sql`
    select action, fields::text from audit_log where store_id = ${program.store.storeId} and record_type = 'store'
    order by id`)
  expect(log.slice(-2)).toEqual([
    { action: 'change', fields: expect.stringContaining('reward') },
    { action: 'change', fields: expect.stringContaining('reward_codes') },
  ])
  expect(JSON.stringify(log)).not.toMatch(/SECRET|ANOTHER/)
})

const said = ({ status, body }: { status: number; body: { user_message?: { en_us: string } } }) =>
  status === 400 ? (body.user_message?.en_us ?? '') : `${status}`
