import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aStore } from '../../server/test/users.ts'
import { button, findFaults, openDashboard, overflows } from './stage.ts'

let service: TestApp
let browser: Browser
let storeId: string
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  ;({ storeId } = await aStore(service.database, { time_zone: 'America/Mexico_City' }))
  owner = await aMember(service, storeId, 'owner')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const order = {
  folio: 'PV-4182',
  estado: 'ENTREGADO',
  fecha_pedido: '06/11/2026 11:03',
  fecha_envio: '17/11/2026',
  fecha_entrega: '20/11/2026 22:30',
  cliente: { nombre: 'Lucía', apellidos: 'Hernández', correo: 'lucia@example.com' },
  envio: {
    bultos: [
      {
        renglones: [
          {
            clave: 'CAF-6',
            precio_unitario: '$1,149.90',
            articulo: { id: 81, descripcion: 'Cafetera moka' },
          },
        ],
      },
      { renglones: [{ clave: 'TAZA', precio_unitario: '$95', articulo: { id: 82, descripcion: 'Taza' } }] },
    ],
  },
}

async function open(width: number): Promise<Page> {
  const page = await openDashboard(browser, service, owner, {
    language: 'es',
    width,
    path: `/${storeId}/connections?new=generic`,
  })
  await page.getByRole('heading', { name: 'Conectar cualquier otra tienda' }).waitFor()
  return page
}

async function paste(page: Page, sample: object): Promise<void> {
  await page.getByLabel('JSON de un pedido entregado').fill(JSON.stringify(sample))
  await button(page, 'Encontrar los campos').click()
}

test('an ERP with Spanish fields, local dates and formatted amounts is connected through the screen alone', async () => {
  const page = await open(390)
  await page.getByText('Haz que tu tienda envíe sus pedidos').waitFor() // the step of the next page
  await paste(page, { evento: 'pedido', datos: { pedido: order } })
  await page.getByText('13 campos encontrados. Revísalos.').waitFor()
  await page.getByText('Más campos, 4 con valor').waitFor()
  await button(page, 'Probar el mapeo').click()
  await page.getByText('Pedido PV-4182 · 6 nov 2026').waitFor()
  await page.getByText('Comprador: Lucía Hernández, lucia@example.com').waitFor()
  await page.getByText('Cafetera moka · 81 (entregado el 20 nov 2026)').waitFor()
  await page.getByText('Taza · 82 (entregado el 20 nov 2026)').waitFor()
  await expect.poll(() => findFaults(page)).toEqual([])
  await expect.poll(() => overflows(page)).toBe(false)
  await button(page, 'Continuar').click()
  await page.getByText('Esperando el primer pedido').first().waitFor()
  const secret = await page.getByLabel('Secreto', { exact: true }).first().innerText()
  const address = await page.getByLabel('Dirección del webhook').first().innerText()
  const { status } = await service.send('POST', new URL(address).pathname, {
    headers: { 'content-type': 'application/json', 'x-realword-secret': secret },
    body: { evento: 'pedido', datos: { pedido: order } },
  })
  expect(status).toBe(200)
  await service.runDue()
  await page.getByText('Conectada', { exact: true }).first().waitFor()
  await page.goto(`${service.url}/admin/${storeId}/orders?id=PV-4182`)
  await page.getByRole('region', { name: 'Pedido PV-4182' }).getByText('Cafetera moka').waitFor()
  await page.getByText('Entregado vie, 20 nov').first().waitFor()
  await page.context().close()
})

test('what a sample lacks is named at once, marked by a trial, and led to afterwards', async () => {
  const page = await open(1440)
  const { folio: _, fecha_entrega: __, fecha_envio: ___, ...rest } = order
  await paste(page, rest)
  await page.getByText(/Siguen vacíos: Número del pedido y Fecha de entrega\./).waitFor()
  await button(page, 'Probar el mapeo').click()
  await page.getByText('Número del pedido: falta una expresión').waitFor()
  await expect.poll(() => page.getByLabel('Número del pedido').getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => page.getByLabel('Correo del comprador').getAttribute('aria-invalid'))
    .not.toBe('true')
  await button(page, 'Continuar').click()
  await button(page, 'Completar los datos').click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('div')?.parentElement?.textContent))
    .toContain('Número del pedido')
  await page.keyboard.type('numero')
  await page.getByLabel('Fecha de entrega').first().fill('entrega')
  await button(page, 'Guardar').click()
  await page.getByText('Conexión guardada').waitFor()
  await page.getByText('Esta conexión está incompleta').waitFor({ state: 'detached' })
  await page.context().close()
})
