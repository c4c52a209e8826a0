import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import type { Delivery, Shop } from '../platform.ts'
import { wordSentences } from '../sentences.ts'
import { tryMapping } from './mapping.ts'
import { generic as platform } from './platform.ts'

const generic = english(platform)

/** A trial on the sample, and its problems in English. */
async function tried(changes: Record<string, string>) {
  const { orders, problems } = await tryMapping('a store', { ...options, ...changes }, sample)
  return { orders, problems: problems.map(problem => wordSentences([problem])) }
}

const sample = readFileSync(new URL('examples/order.json', import.meta.url), 'utf8')

const options = {
  orders: 'pedido',
  when: '$body.event = "pedido_atualizado"',
  order_id: 'numero',
  ordered_at: 'criado_em',
  changed_at: 'atualizado_em',
  shipped_at: 'entrega.postado_em',
  delivered_at: 'entrega.entregue_em',
  is_cancelled: 'situacao = "cancelado"',
  customer_email: 'cliente.contato.email',
  customer_name: 'cliente.nome',
  customer_phone: 'cliente.contato.celular',
  language: 'idioma',
  products: 'itens',
  product_id: 'produto.id',
  product_sku: 'sku',
  product_name: 'produto.nome',
  product_price: 'preco',
  product_gtin: 'ean',
  product_url: 'produto.link',
  product_picture: 'fotos[0]',
  product_is_returned: 'devolvido',
}

const secret = 'a-secret-of-the-shop'

function shop(changes: Record<string, string> = {}): Shop {
  const fetch = async () => expect.unreachable('This platform contacts nobody.')
  return { settings: { secret, options: { ...options, ...changes } }, fetch, now: Date.UTC(2026, 10, 21) }
}

const read = (body: string, changes?: Record<string, string>) =>
  generic.read({ topic: 'orders', body: Buffer.from(body), receivedAt: 0 }, shop(changes))

describe('a body', () => {
  test('becomes the order that the mapping describes', async () => {
    const dates = { shippedAt: Date.UTC(2026, 10, 17), deliveredAt: Date.UTC(2026, 10, 20, 18, 30) }
    expect(await read(sample)).toEqual([
      {
        kind: 'order',
        order: {
          orderId: '20417',
          changedAt: Date.UTC(2026, 10, 20, 18, 30, 5),
          orderedAt: Date.UTC(2026, 10, 16, 14, 3),
          customer: { name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000' },
          language: 'pt-BR',
          lines: [
            {
              productId: '81',
              sku: 'CAF-6',
              name: 'Cafeteira italiana, 6 xícaras',
              price: 149.9,
              gtin: '7891000000019',
              url: 'https://loja.example/p/81',
              picture: 'https://loja.example/f/81.jpg',
              ...dates,
              isReturned: false,
            },
            {
              productId: '82',
              sku: 'MOE-1',
              name: 'Moedor manual',
              price: 89,
              url: 'https://loja.example/p/82',
              ...dates,
              isReturned: true,
            },
          ],
          isCancelled: false,
        },
      },
    ])
  })

  test('may hold many orders, of which a wrong one stops no other', async () => {
    const order = JSON.parse(sample).pedido
    const body = { event: 'lote', pedidos: [order, { ...order, numero: null }, { ...order, numero: 20418 }] }
    const changes = await read(JSON.stringify(body), { orders: 'pedidos', when: 'true' })
    expect(changes.map(change => (change.kind === 'order' ? change.order.orderId : change))).toEqual([
      '20417',
      '20418',
      { kind: 'nothing', why: 'another order was not read: order_id: the expression finds nothing' },
    ])
  })

  test('changes nothing where `when` is false', async () => {
    expect(await read('{"event":"estoque","pedido":{}}')).toEqual([
      { kind: 'nothing', why: 'the mapping found no order in it' },
    ])
  })

  test('may date each product, and lets its expressions see the order and the whole body', async () => {
    const [change] = await read(sample, {
      product_delivered_at: 'sku = "CAF-6" ? $order.entrega.postado_em : null',
      product_name: '$body.event & " " & $order.numero',
    })
    expect(change).toMatchObject({
      order: {
        lines: [
          { name: 'pedido_atualizado 20417', deliveredAt: Date.UTC(2026, 10, 17) },
          { deliveredAt: Date.UTC(2026, 10, 20, 18, 30) },
        ],
      },
    })
  })

  test.each([
    ['delivered_at', '"20/11/2026"', 'expected a date such as 2026-11-20T14:03:00Z, got "20/11/2026"'],
    ['delivered_at', '"17953488001"', 'expected a date such as 2026-11-20T14:03:00Z, got "•••"'],
    ['delivered_at', '"2026-02-30"', 'expected a date such as 2026-11-20T14:03:00Z, got "2026-02-30"'],
    ['delivered_at', 'cliente.nome', 'expected a date such as 2026-11-20T14:03:00Z, got another text'],
    ['delivered_at', '"ana1@example.com"', 'expected a date such as 2026-11-20T14:03:00Z, got "•••"'],
    ['ordered_at', 'nada', 'the expression finds nothing'],
    ['order_id', 'cliente', 'expected a text, got an object'],
    ['order_id', '$pad("9", 256, "9")', 'expected at most 255 characters'],
    ['is_cancelled', 'situacao', 'expected true or false, got another text'],
    ['product_id', 'fotos', 'expected a text, got a list'],
    ['products', '[]', 'found no product in this order'],
    ['order_id', '$error("no")', 'no (at character 7)'],
    ['order_id', 'numero.$sum("x")', expect.stringContaining('at character 12')],
  ])('whose %s is %s is refused with a sentence', async (field, expression, why) => {
    const { orders, problems } = await tried({ [field]: expression })
    expect(orders).toEqual([])
    expect(problems.map(problem => problem.slice(field.length + 2))).toEqual([why])
    expect(problems[0]?.startsWith(`${field}: `)).toBe(true)
    await expect(read(sample, { [field]: expression })).rejects.toMatchObject({
      name: 'ShopProblem',
      isTemporary: false,
      message: problems[0],
      mend: 'Change the mapping of the connection, try it on a sample, and retry the event.',
    })
  })

  test.each([
    ['product_price', '"R$ 149,90"', 'expected a price such as 149.9, got "R$ 149,90"'],
    ['product_price', '-1', 'expected a price such as 149.9, got -1'],
    [
      'product_url',
      '"javascript:alert(1)"',
      'expected an address that begins with https://, got "javascript:alert(1)"',
    ],
    ['language', '"português"', 'expected a language such as pt-BR, got another text'],
    ['customer_name', '$number("x")', expect.stringContaining('Unable to cast value to a number')],
    ['shipped_at', '"31/12/2026"', 'expected a date such as 2026-11-20T14:03:00Z, got "31/12/2026"'],
    ['changed_at', 'true', 'expected a date such as 2026-11-20T14:03:00Z, got true'],
  ])('whose %s is %s is read without it, and says so', async (field, expression, why) => {
    const { orders, problems } = await tried({ [field]: expression })
    expect([orders, problems.map(problem => problem.slice(field.length + 2))]).toEqual([[], [why]])
    const [order, note] = await read(sample, { [field]: expression })
    const deliveredAt = Date.UTC(2026, 10, 20, 18, 30)
    expect(order).toMatchObject({ order: { orderId: '20417', lines: [{ deliveredAt }, { deliveredAt }] } })
    expect(note).toEqual({ kind: 'nothing', why: expect.stringContaining(`Left out: ${field}: `) })
  })

  test('whose date of shipping cannot be read is refused while it was not delivered', async () => {
    await expect(read(sample, { shipped_at: '"31/12/2026"', delivered_at: 'nada' })).rejects.toThrow(
      'shipped_at: expected a date',
    )
  })

  test('may have null where an expression calls a function', async () => {
    const order = JSON.parse(sample)
    order.pedido.entrega.postado_em = null
    order.pedido.cliente.nome = null
    const [change] = await read(`\uFEFF${JSON.stringify(order)}`, {
      shipped_at: '$toMillis(entrega.postado_em)',
      customer_name: '$uppercase(cliente.nome)',
      is_cancelled: 'entrega.postado_em = null and false',
    })
    expect(change).toMatchObject({
      order: { customer: { name: '' }, lines: [{ deliveredAt: Date.UTC(2026, 10, 20, 18, 30) }, {}] },
    })
  })

  test.each([
    [1795348800, Date.UTC(2026, 10, 22, 12)],
    [1795348800123, Date.UTC(2026, 10, 22, 12) + 123],
    ['1795348800', Date.UTC(2026, 10, 22, 12)],
    [' 1795348800123 ', Date.UTC(2026, 10, 22, 12) + 123],
    ['1795348800.5', Date.UTC(2026, 10, 22, 12) + 500],
    ['2026-11-22 12:00:00', Date.UTC(2026, 10, 22, 12)],
    ['2026-11-22T09:00-03:00', Date.UTC(2026, 10, 22, 12)],
  ])('may date a delivery as %s', async (date, deliveredAt) => {
    const [change] = await read(sample, { delivered_at: JSON.stringify(date) })
    expect(change).toMatchObject({ order: { lines: [{ deliveredAt }, { deliveredAt }] } })
  })

  test('that is not JSON is refused', async () => {
    await expect(read('{"pedido"')).rejects.toThrow('The body is not JSON.')
  })
})

describe('a mapping', () => {
  test('says which fields it misses', async () => {
    const { problems } = await tried({ order_id: '', shipped_at: '', delivered_at: '' })
    expect(problems).toEqual([
      'order_id: an expression is needed',
      'delivered_at: an expression for this field or for shipped_at is needed',
    ])
    await expect(read(sample, { shipped_at: '', delivered_at: ' ' })).rejects.toThrow(
      'for shipped_at is needed',
    )
  })

  test.each([
    ['pedido.', 'it is not valid JSONata: '],
    ['(', 'it is not valid JSONata: '],
    ['/(/', 'it is not valid JSONata: '],
    [`${'('.repeat(1900)}`, 'it is not valid JSONata: '],
    [`"${'x'.repeat(2000)}"`, 'it takes at most 2000 characters'],
  ])('cannot contain %j', (expression, problem) => {
    expect(generic.options.order_id?.(expression)).toMatch(problem)
  })
})

describe('the header X-Realword-Secret', () => {
  const deliver = (headers: Delivery['headers'], given = secret) =>
    generic.authenticate({ headers, body: Buffer.from('{}') }, { secret: given, options })

  test('lets an event in', () => {
    expect(deliver({ 'x-realword-secret': secret })).toEqual({ kind: 'event', topic: 'orders' })
    expect(deliver({ 'x-realword-secret': secret, 'idempotency-key': '7' })).toMatchObject({
      deliveryId: '7',
    })
  })

  test.each([[undefined], [''], ['wrong'], [`${secret} `], [secret.slice(1)]])('is refused as %j', header => {
    expect(deliver({ 'x-realword-secret': header })).toMatchObject({ kind: 'refused' })
  })

  test('is refused while there is no secret', () => {
    expect(deliver({ 'x-realword-secret': '' }, '')).toMatchObject({ kind: 'refused' })
  })
})
