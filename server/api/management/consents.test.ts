import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { noteUserId, withdrawConsent } from '../../asking/channels/consents.ts'
import { importOrders } from '../../exchange/imports/imports.ts'
import { startTestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aManageKey } from '../../test/management.ts'

const it = openForTests(startTestApp)

const phone = '+5511912345678'
const granted_at = '2026-03-01T12:00:00Z'
const grant = {
  phone: '(11) 91234-5678',
  channel: 'whatsapp',
  granted_at,
  source: 'checkout',
  text: 'Yes, ask me.',
}

test('a withdrawal outlasts a repeated grant, and ends with a later one', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const { storeId } = program.store
  const first = await program.send('POST', '/consents', grant)
  expect([first.status, first.body]).toEqual([
    200,
    {
      ...{
        phone,
        channel: 'whatsapp',
        granted_at: '2026-03-01T12:00:00.000Z',
        source: 'checkout',
        counts: true,
      },
      ...{ text: 'Yes, ask me.', marketing: false, withdrawn_at: null, withdrawn_by: null },
    },
  ])
  const withdrawn = await program.send('POST', '/consents/withdraw', { phone, channel: 'whatsapp' })
  expect([withdrawn.status, withdrawn.body]).toEqual([200, { withdrawn: true }])
  expect((await program.send('POST', '/consents', grant)).body.counts).toBe(false)
  it.setNow('2026-03-12T12:00:00Z')
  const later = { ...grant, granted_at: '2026-03-11T12:00:00Z' }
  expect((await program.send('POST', '/consents', later)).body.counts).toBe(true)
  const other = await aManageKey(it)
  expect((await other.send('GET', `/consents?phone=${encodeURIComponent(phone)}`)).body).toEqual({
    consents: [],
  })
  await withdrawConsent(it.database, storeId, { channel: 'sms', phone, by: 'message' }, new Date(granted_at))
  const { body } = await program.send('GET', '/consents?phone=11912345678')
  expect(body.consents.map((one: { channel: string }) => one.channel).sort()).toEqual(['sms', 'whatsapp'])
})

test.each([
  ['phone', { phone: '12' }],
  ['phone', { phone: '0900 123' }],
  ['phone', { phone: 'BR.1502aB', channel: 'sms' }],
  ['granted_at', { granted_at: '2026-03-12T12:00:00Z' }],
  ['text', { text: '' }],
  ['channel', { channel: 'fax' }],
])('a wrong %s is refused with its name', async (field, wrong) => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const { status, body } = await program.send('POST', '/consents', { ...grant, ...wrong })
  expect(status).toBe(400)
  expect(body.user_message.en_us).toMatch(new RegExp(`(^|\\W)${field}: `))
})

test('a person is exported and erased with their consents, and an earlier grant does not return', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const email = 'zulmira@correio.example'
  const body = anOrder({ customers: [aCustomer({ email, phone: grant.phone })] })
  expect((await it.send('POST', '/orders', { headers: program.store.headers, body })).status).toBe(201)
  await program.send('POST', '/consents', grant)
  const exported = await program.send('POST', '/people/export', { email })
  expect(exported.body.person.consents).toMatchObject([{ phone, source: 'checkout', withdrawn_at: null }])
  expect((await program.send('POST', '/people/erase', { email })).status).toBe(200)
  const rows = await it.database.query<{ row: string }>({
    name: 'all-consents',
    text: 'select to_jsonb(consents)::text as row from consents where store_id = $1',
    values: [program.store.storeId],
  })
  expect(rows.length).toBe(1)
  expect(rows[0]?.row).not.toContain('91234')
})

test('a file’s consent is as of the order, and only a clear yes is one', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const { storeId } = program.store
  const csv = [
    'order_id,order_date,delivery_date,product_id,product_name,customer_email,customer_phone,whatsapp_consent,sms_consent',
    '1,2026-03-01,2026-03-05,P-1,Pot,ana@example.com,11 91234-5678,yes,no',
    '2,2026-03-01,2026-03-05,P-1,Pot,bia@example.com,11 91234-5679,maybe,',
  ].join('\n')
  await withdrawConsent(
    it.database,
    storeId,
    { channel: 'whatsapp', phone, by: 'message' },
    new Date('2026-03-02'),
  )
  const read = async function* () {
    yield Buffer.from(csv)
  }
  await importOrders(it.database, () => Date.parse('2026-03-10T12:00:00Z'), storeId, read)
  const { body } = await program.send('GET', '/consents')
  expect(body.consents).toMatchObject([
    { phone, channel: 'whatsapp', source: 'order file', withdrawn_by: 'message' },
  ])
  expect(body.consents[0].granted_at < body.consents[0].withdrawn_at).toBe(true)
})

test('a file cannot grant for a later day, which would outlast every withdrawal until then', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const csv = [
    'order_id,order_date,delivery_date,product_id,product_name,customer_email,customer_phone,whatsapp_consent',
    '1,2027-03-01,2027-03-05,P-1,Pot,ana@example.com,11 91234-5678,yes',
    '2,2026-03-01,2026-03-05,P-1,Pot,bia@example.com,11 91234-5679,yes',
  ].join('\n')
  const read = async function* () {
    yield Buffer.from(csv)
  }
  await importOrders(it.database, () => Date.parse('2026-03-10T12:00:00Z'), program.store.storeId, read)
  const { body } = await program.send('GET', '/consents')
  expect(body.consents.map((one: { phone: string }) => one.phone)).toEqual(['+5511912345679'])
})

test('an erasure finds the id that WhatsApp gave the person, and a phone that a message went to', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const { storeId } = program.store
  const email = 'quiteria@correio.example'
  const body = anOrder({ customers: [aCustomer({ email, phone: grant.phone })] })
  expect((await it.send('POST', '/orders', { headers: program.store.headers, body })).status).toBe(201)
  await program.send('POST', '/consents', grant)
  await noteUserId(it.database, storeId, { phone, userId: 'BR.1502aB' })
  const stopped = { channel: 'whatsapp', phone: 'BR.1502aB', by: 'message' } as const
  await withdrawConsent(it.database, storeId, stopped, new Date(granted_at))
  const exported = await program.send('POST', '/people/export', { email })
  expect(exported.body.person.consents.map((one: { phone: string }) => one.phone)).toEqual([
    phone,
    'BR.1502aB',
  ])
  expect((await program.send('POST', '/people/erase', { email })).status).toBe(200)
  const rows = await it.database.query<{ row: string }>({
    name: 'consents-after-erasure',
    text: 'select to_jsonb(consents)::text as row from consents where store_id = $1',
    values: [storeId],
  })
  expect(rows.length).toBe(2)
  expect(rows.map(({ row }) => row).join()).not.toMatch(/91234|1502aB/)
})

test('an erasure finds the phone of a person whose order has the id that WhatsApp gave them', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const { storeId, headers } = program.store
  const email = 'rosalina@correio.example'
  const body = anOrder({ customers: [aCustomer({ email, phone: 'BR.1502aC' })] })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
  await program.send('POST', '/consents', grant)
  await noteUserId(it.database, storeId, { phone, userId: 'BR.1502aC' })
  expect((await program.send('POST', '/people/erase', { email })).status).toBe(200)
  expect((await program.send('GET', '/consents')).body.consents).toEqual([])
})

test('after an erasure, an earlier grant of another spelling of the phone does not count', async () => {
  it.setNow('2026-03-10T12:00:00Z')
  const program = await aManageKey(it)
  const email = 'facundo@correo.example'
  const body = anOrder({ customers: [aCustomer({ email, phone: '+541145678901' })] })
  expect((await it.send('POST', '/orders', { headers: program.store.headers, body })).status).toBe(201)
  await program.send('POST', '/consents', { ...grant, phone: '+541145678901' })
  expect((await program.send('POST', '/people/erase', { email })).status).toBe(200)
  const again = await program.send('POST', '/consents', { ...grant, phone: '+5491145678901' })
  expect([again.status, again.body.counts]).toEqual([200, false])
})

test('a list has the hundred consents that were changed last', async () => {
  const program = await aManageKey(it)
  await it.database.query(sql`
    insert into consents (store_id, channel, phone, granted_at, source, text, changed_at)
    select ${program.store.storeId}::uuid, 'sms', '+55119000000' || number, ${granted_at}, 'checkout', 'yes',
      ${granted_at}::timestamptz + number * interval '1 minute'
    from generate_series(10, 110) as number`)
  const { body } = await program.send('GET', '/consents')
  expect(body.consents).toHaveLength(100)
  expect(body.consents.at(0).phone).toBe('+55119000000110')
  expect(body.consents.at(-1).phone).toBe('+5511900000011')
})
