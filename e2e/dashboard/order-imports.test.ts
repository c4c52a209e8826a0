import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { uploadFile } from '../../server/test/exchange/transfers.ts'
import { aStore } from '../../server/test/users.ts'
import { ordersOfStates } from './files.ts'
import { choose, closeAfter, findFaults, openDashboard, type Stage, setStage } from './stage.ts'

let stage: Stage
let storeId: string
let owner: Stage['owner']
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  ;({ storeId } = await aStore(stage.service.database))
  owner = await aMember(stage.service, storeId, 'owner')
})

test('imports orders from the link of an empty list of orders, and downloads a sample', async () => {
  const page = await openDashboard(stage.browser, stage.service, owner, { path: `/${storeId}/orders` })
  await closeAfter(page, async () => {
    await page.getByRole('link', { name: 'Import orders from a CSV file' }).click()
    await page.getByText('one row for each product of an order').waitFor()
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download a sample file' }).click(),
    ])
    const rows = readFileSync(await sample.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    const file = [...rows, rows.at(-1)?.replace(/^1002/, '1003').replace('bruno@example.com', 'bruno')]
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) },
    })
    await page.getByText('Match the columns of your file').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Nothing is imported yet').waitFor()
    await stage.service.runDue()
    await page.getByText('orders to import').waitFor()
    await page.getByText('"bruno" is not one email address').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 orders' }).click()
    await page.getByText('You can leave this page').waitFor()
    await stage.service.runDue()
    await page.getByText('orders imported').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Undo import' }).count()).toBe(0)
    await page.getByRole('link', { name: 'See orders' }).click()
    await page.getByText('bruno@example.com').waitFor()
  })
})

test('imports orders as Excel saves them in Brazil, with the rows of an order apart', async () => {
  const file = `N\xba do pedido;Data do pedido;Entregue em;C\xf3d. produto;Descri\xe7\xe3o do produto;Comprador;E-mail do comprador
1001;16/03/2026;20/03/2026;CAF-6;Cafeteira italiana;Ana Concei\xe7\xe3o;ana@example.com
1002;10/03/2026;12/03/2026;MOE-1;Moedor;Bia;bia@example.com
1003;17/03/2026;31/02/2026;CAN-3;Caneca de gr\xe9s;Zo\xeb;zoe@example.com
1001;16/03/2026;20/03/2026;FIL-4;Filtros n\xba 4;Ana Concei\xe7\xe3o;ana@example.com
1003;17/03/2026;20/03/2026;BUL-2;Bule;Zo\xeb;zoe@example.com
`
  const page = await openDashboard(stage.browser, stage.service, owner, {
    ...{ language: 'pt-BR', path: `/${storeId}/data?kind=order` },
  })
  await closeAfter(page, async () => {
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'pedidos.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') },
    })
    await page.getByText('Relacione as colunas').waitFor()
    await page.getByText('Cafeteira italiana · Moedor · Caneca de grés').waitFor()
    const format = page.getByRole('combobox', { name: 'Formato das datas' })
    await expect.poll(() => format.inputValue()).toBe('Detectar automaticamente')
    await page.getByRole('button', { name: 'Verificar arquivo' }).click()
    await page.getByText('Nada é importado ainda').waitFor()
    await stage.service.runDue()
    await page.getByText('"31/02/2026" não existe no calendário').waitFor()
    await page
      .getByText('As datas são lidas com o dia primeiro, como prova a linha 1: "16/03/2026".')
      .waitFor()
    await page.getByText('As colunas são separadas por ponto e vírgula.').waitFor()
    await page.getByText('A linha 3 do mesmo pedido foi recusada').waitFor()
    await page.getByRole('button', { name: 'Importar 2 pedidos' }).click()
    await page.getByText('Importando.').waitFor()
    await stage.service.runDue()
    await page.getByText('2 importados, 0 já existiam, 2 linhas recusadas').waitFor()
    await page.getByRole('link', { name: 'Ver pedidos' }).click()
    await page.getByText('Ana Conceição').waitFor()
  })
})

test('says what a state of orders means, and reads who is asked because of it', async () => {
  const { body } = await uploadFile(stage.service, owner, storeId, 'order', ordersOfStates, 'ventas.csv')
  const page = await openDashboard(stage.browser, stage.service, owner, {
    ...{ language: 'es', path: `/${storeId}/data?id=${body.id}` },
  })
  await closeAfter(page, async () => {
    await page.getByRole('button', { name: 'Verificar archivo' }).click()
    await page.getByText('Aún no se importa nada').waitFor()
    await stage.service.runDue()
    await page.getByText('¿Qué significan estos estados?').waitFor()
    await page.getByText('La columna Situación del envío tiene estados').waitFor()
    const check = page.getByRole('button', { name: 'Verificar de nuevo' })
    await expect.poll(() => check.isDisabled()).toBe(true)
    await choose(page, '“en casa”', 'Enviado o entregado')
    await choose(page, '“zum kunden”', 'Aún no enviado')
    await expect.poll(() => findFaults(page)).toEqual([])
    await check.click()
    await check.waitFor({ state: 'detached' })
    await stage.service.runDue()
    await page.getByText('1 de ellos aún no se envió').waitFor()
    await page.getByText('Omitidos por su estado').waitFor()
    await page.getByText('devuelto: 1').waitFor()
    await page.getByText('sin correo: 1').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Importar 2 pedidos' }).click()
    await page.getByText('Importando.').waitFor()
    await stage.service.runDue()
    await page.getByRole('link', { name: 'Ver pedidos' }).click()
    await page.getByText('ana@example.com').first().waitFor()
    await page.getByText('Espera la entrega').first().waitFor()
  })
})
