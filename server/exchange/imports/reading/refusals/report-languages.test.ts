import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { importFile, uploadFile } from '../../../../test/exchange/transfers.ts'
import { aStore } from '../../../../test/users.ts'

let it: TestApp
let storeId: string
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  storeId = (await aStore(it.database)).storeId
  owner = await aMember(it, storeId, 'owner')
})
afterAll(async () => await it.close())

const picture = 'https://shop.example/1.jpg'
const header = 'product_id,rating,body,created_at,recommended,state,pictures'
const rows = [
  'P-1,,one,,,,',
  'P-1,0,two,,,,',
  'P-1,5,three,,quizás,,',
  'P-1,5,four,soon,,,',
  '1E+05,5,five,,,,',
  'P-1,5,six,2024-02-30,,,',
  'P-1,5,seven,1969-12-31,,,',
  'P-1,5,eight,2150-01-01,,,',
  ',5,ten,,,,',
  `P-1,5,eleven,,,,${Array(51).fill(picture).join(' ')}`,
  `P-1,5,twelve,,,,${picture}?${'x'.repeat(2048)}`,
  'P-1,5,thirteen',
  `P-1,5,${'x'.repeat(50_001)},,,,`,
]
const columns = Object.fromEntries(header.split(',').map(name => [name, name]))

/** Imports the file, and returns the reasons of its report in a language. */
async function reasonsIn(language: string, kind: string, file: string, mapped: object): Promise<string[]> {
  const { body } = await uploadFile(it, owner, storeId, kind, file)
  await importFile(it, owner, storeId, body.id, { columns: mapped, dates: null })
  const query = language && `?language=${language}`
  const report = await owner.send('GET', `/stores/${storeId}/imports/${body.id}/report${query}`)
  expect(report.status).toBe(200)
  const lines: Record<string, string>[] = parse(report.body, { columns: true, bom: true })
  return lines.map(({ refused_because = '' }) => refused_because)
}

describe('the report of refused reviews', () => {
  const file = [header, ...rows].join('\n')

  test('gives the reasons in Spanish', async () => {
    expect(await reasonsIn('es', 'review', file, columns)).toEqual([
      'Falta la calificación. Escribe un número entero del 1 al 5.',
      '"0" no es un número entero del 1 al 5. Corrígelo.',
      '"quizás" no es ni sí ni no. Escribe sí, no, 1 o 0.',
      '"soon" no es una fecha válida. Escríbela como 2025-03-02 10:12:00.',
      '"1E+05" es un número que una hoja de cálculo abrevió: perdió sus últimas cifras. Exporta el archivo de nuevo e impórtalo sin abrirlo ni guardarlo en una hoja de cálculo.',
      '"2024-02-30" no existe en el calendario. Corrígela o elige otro formato en las columnas.',
      '"1969-12-31" es anterior a 1970. Corrige la fecha.',
      '"2150-01-01" está en el futuro. Corrige la fecha.',
      'La fila no tiene producto. Escribe el ID o el SKU del producto o, si es una opinión sobre la tienda, “store” en subject.',
      'Hay 51 fotos, y el máximo es 50. Quita algunas.',
      'La URL de una foto tiene más de 2048 caracteres. Acórtala.',
      'La fila tiene 3 celdas y el encabezado 7. Pon entre comillas los textos con saltos de línea o separadores.',
      'El texto tiene 50001 caracteres, y el máximo es 50000. Acórtalo.',
    ])
  })

  test('gives them in Portuguese', async () => {
    expect((await reasonsIn('pt-BR', 'review', file, columns)).slice(0, 3)).toEqual([
      'Falta a nota. Informe um número inteiro de 1 a 5.',
      '"0" não é um número inteiro de 1 a 5. Corrija.',
      '"quizás" não é nem sim nem não. Escreva sim, não, 1 ou 0.',
    ])
  })

  test('gives them in English by default, in the words of the screen and not of the command', async () => {
    expect((await reasonsIn('', 'review', file, columns)).slice(0, 5)).toEqual([
      'The rating is missing. Enter a whole number from 1 to 5.',
      '"0" is not a whole number from 1 to 5. Correct it.',
      '"quizás" is neither yes nor no. Enter yes, no, 1 or 0.',
      '"soon" is not a valid date. Write it as 2025-03-02 10:12:00.',
      '"1E+05" is a number that a spreadsheet shortened: its last digits are lost. Export the file again, and import it without opening and saving it in a spreadsheet.',
    ])
  })

  test('refuses a language that the dashboard does not have', async () => {
    const { body } = await uploadFile(it, owner, storeId, 'review', file)
    const report = `/stores/${storeId}/imports/${body.id}/report`
    expect((await owner.send('GET', `${report}?language=pl`)).status).toBe(400)
  })
})

test('a Spanish yes is read as one', async () => {
  const file = 'product_id,rating,body,recommended\nP-1,5,uno,Sí\nP-1,5,dos,si\nP-1,5,tres,No\n'
  const mapped = { product_id: 'product_id', rating: 'rating', body: 'body', recommended: 'recommended' }
  const { body } = await uploadFile(it, owner, storeId, 'review', file)
  const { done } = await importFile(it, owner, storeId, body.id, { columns: mapped, dates: null })
  expect(done).toMatchObject({ imported: 3, refused: 0 })
})

test('the report of refused orders gives the reasons in Spanish, also of rows refused with another', async () => {
  const names = ['order_id', 'order_date', 'delivery_date', 'product_id', 'customer_email', 'product_price']
  const file = [
    names.join(','),
    'A-1,2024-01-02,2024-01-05,P-1,ana@example.com,free',
    'A-1,2024-01-02,2024-01-05,P-2,ana@example.com,10',
    'A-2,,2024-01-05,P-1,ana@example.com,10',
    'A-3,2024-01-02,,P-1,ana@example.com,10',
    'A-5,2024-01-02,2024-01-05,P-1,ana@,10',
    ',2024-01-02,2024-01-05,P-1,ana@example.com,10',
    'A-6,2024-01-02,2024-01-05,,ana@example.com,10',
    'A-7,2024-01-02,2024-01-05,P-1,ana@example.com,10',
    'A-7,2024-01-03,2024-01-05,P-2,ana@example.com,10',
    'A-8,2024-01-02,2024-01-05,P-1,ana@example.com,10',
    'A-8,2024-01-02,2024-01-05,P-2,bia@example.com,10',
  ].join('\n')
  const mapped = Object.fromEntries(names.map(name => [name, name]))
  expect(await reasonsIn('es', 'order', file, mapped)).toEqual([
    '"free" no es un precio. Escríbelo como 149.90.',
    'La fila 1 del mismo pedido fue rechazada. Corrige esa fila.',
    'Falta la fecha del pedido. Escríbela en una fila del pedido.',
    'Falta la fecha de entrega. Escríbela en una fila del pedido.',
    '"ana@" no es una dirección de correo. Corrígela.',
    'Falta el ID del pedido. Escríbelo.',
    'Falta el ID del producto. Escribe el ID que tiene en tu tienda.',
    'La fila 9 del mismo pedido fue rechazada. Corrige esa fila.',
    'La fecha del pedido es distinta en otra fila del mismo pedido. Escribe la misma en todas.',
    'La fila 11 del mismo pedido fue rechazada. Corrige esa fila.',
    'El correo del comprador es distinto en otra fila del mismo pedido. Escribe el mismo en todas.',
  ])
})
