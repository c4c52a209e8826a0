import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { asItIs, uploadFile } from '../../server/test/exchange/transfers.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { choose, findFaults, openDashboard, overflows, type View } from './stage.ts'

let service: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const reviews = `Código do produto,Produto,Nota,Título,Comentário,Nome,E-mail,Data,Aprovado,Resposta,Fotos
CAN-1,Caneca esmaltada 300 ml,5,Adorei a caneca,"Chegou antes do prazo e bem embalada. A tinta não descasca, e cabe na mão de quem tem dedos grandes.",Helena Prado,helena@example.com,13/03/2024,Sim,"Obrigado, Helena!",https://fotos.example/1.jpg https://perdidas.example/2.jpg http://192.168.0.1/3.jpg
CAN-1,Caneca esmaltada 300 ml,4,,Bonita.,Igor,,05/04/2024,Sim,,
CAN-1,Caneca esmaltada 300 ml,1,Quebrou,"Veio com a alça quebrada.",Lia Souza,lia@example.com,06/04/2024,Não,,
CAN-2,Bule de café,3,,,,,07/04/2024,Sim,,
CAN-2,Bule de café,nove,,Ilegível,Rui,,07/04/2024,Sim,,
`

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)

const orders = `Número do pedido;Comprador;Email;Data;Entregue em;ID do produto;Nome do produto;Status do envio
2001;Nara Lima;nara@example.com;${daysAgo(9)};${daysAgo(1)};CAN-1;Caneca esmaltada 300 ml;Entregue
2001;Nara Lima;nara@example.com;${daysAgo(9)};${daysAgo(1)};CAN-2;Bule de café;Entregue
2002;Otto Reis;otto@example.com;${daysAgo(3)};;CAN-1;Caneca esmaltada 300 ml;Pendente
2003;Pia Neves;pia@example.com;${daysAgo(400)};${daysAgo(390)};CAN-2;Bule de café;Entregue
2004;Rosa Cruz;rosa@example.com;${daysAgo(4)};;CAN-2;Bule de café;Cancelado
`

/** Uploads and tries a file, and opens the trial. */
async function openTrial(
  kind: string,
  file: string,
  view: View = {},
  reading: object = asItIs,
): Promise<Page> {
  const { body } = await uploadFile(service, owner, store.storeId, kind, file)
  const tried = await owner.send('POST', `/stores/${store.storeId}/imports/${body.id}/trial`, reading)
  expect(tried.status).toBe(200)
  await service.runDue()
  const page = await openDashboard(browser, service, owner, { ...view, path: '/nowhere' })
  const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#4a7' } })
    .jpeg()
    .toBuffer()
  await page.route('https://fotos.example/**', async (route, request) => {
    const { referer = 'none' } = await request.allHeaders()
    await route.fulfill({ body: jpeg, contentType: 'image/jpeg', headers: { 'x-referer': referer } })
  })
  await page.route('https://perdidas.example/**', route => route.abort())
  await page.goto(`${service.url}/admin/${store.storeId}/data?id=${body.id}`)
  return page
}

test('a trial shows reviews as they will look, with their pictures', async () => {
  const page = await openTrial('review', reviews)
  const asked: string[] = []
  page.on('request', request => void asked.push(request.url()))
  const pictured = page.waitForResponse('https://fotos.example/1.jpg')
  await page.reload()
  const shown = page.getByRole('region', { name: 'Reviews as they will look' })
  await shown.getByText('Adorei a caneca').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/reviews.png`, fullPage: true })
  const cards = await shown.locator('> ul > li').allInnerTexts()
  expect(cards).toHaveLength(4)
  expect(cards[0]).toContain('Published')
  for (const text of ['Mar 13, 2024', 'Helena Prado · Caneca esmaltada 300 ml', 'Obrigado, Helena!'])
    expect(cards[0]).toContain(text)
  expect(cards[2]).toContain('Pending')
  expect(cards[3]).toContain('Anonymous · Bule de café · Apr 7, 2024')
  expect(cards[3]).toContain('Stars only, without text')
  await shown.getByRole('img', { name: 'A picture at perdidas.example that is not displayed' }).waitFor()
  // A file must not make the browser ask addresses of its own network.
  await shown.getByRole('img', { name: 'A picture at 192.168.0.1 that is not displayed' }).waitFor()
  expect(asked.filter(url => url.includes('192.168'))).toEqual([])
  expect((await pictured).headers()['x-referer']).toBe('none')
  await page.getByText('Dates are read with the day first').waitFor()
  await page.getByText('"nove" is not a whole number').waitFor()
  await expect.poll(() => findFaults(page)).toEqual([])
  await page.context().close()
})

test('a trial shows orders as they will be, and when they ask', async () => {
  const page = await openTrial('order', orders)
  const shown = page.getByRole('region', { name: 'Orders as they will be' })
  await shown.getByText('Nara L.').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/orders.png`, fullPage: true })
  const cards = await shown.locator('> ul > li').allInnerTexts()
  expect(cards).toHaveLength(3)
  for (const text of ['2001', 'Nara L.', 'Bule de café', 'Request', '7 days after delivery'])
    expect(cards[0]).toContain(text)
  for (const text of ['2002', 'Otto R.', 'Waiting', 'after the delivery is reported'])
    expect(cards[1]).toContain(text)
  for (const text of ['2003', 'No request', 'more than 30 days ago']) expect(cards[2]).toContain(text)
  await page.getByText('cancelado: 1').waitFor()
  await page.context().close()
})

test.each<[string, string, View]>([
  ['review', reviews, { width: 360, language: 'pt-BR' }],
  ['order', orders, { width: 360, language: 'es', scheme: 'dark' }],
])('the trial of %ss fits a phone', async (kind, file, view) => {
  const page = await openTrial(kind, file, view)
  await page.locator('section ul > li').first().waitFor()
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${kind}-phone.png`, fullPage: true })
  await expect.poll(() => overflows(page)).toBe(false)
  await expect.poll(() => findFaults(page)).toEqual([])
  await page.context().close()
})

/** Uploads a file and opens it, before its trial. */
async function openUpload(file: string, view: View = {}): Promise<Page> {
  const { body } = await uploadFile(service, owner, store.storeId, 'review', file)
  return await openDashboard(browser, service, owner, {
    ...view,
    path: `/${store.storeId}/data?id=${body.id}`,
  })
}

test('a file whose separator is found wrong is inspected again with the right one', async () => {
  const page = await openUpload('product_id;rating;Text, in one, or two words\nP-9;5;Steady, and light\n')
  await page.getByText('How the file is read').click()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Columns are separated by' }).inputValue())
    .toBe('Comma (,)')
  await choose(page, 'Columns are separated by', 'Semicolon (;)')
  await page.getByText('P-9').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/dialect.png`, fullPage: true })
  await expect.poll(() => findFaults(page)).toEqual([])
  await choose(page, 'Text', 'Text, in one, or two words')
  const started = page.waitForResponse(/\/trial$/)
  await page.getByRole('button', { name: 'Check file' }).click()
  await started
  await service.runDue()
  await page.getByText('Columns are separated by semicolons.').waitFor()
  await page
    .getByRole('region', { name: 'Reviews as they will look' })
    .getByText('Steady, and light')
    .waitFor()
  await page.context().close()
})

test('a file that could not be read asks on a phone how it is written', async () => {
  const quotes = 'product_id,rating,body\nP-1,5,"a \\"b\\" c"\nP-1,4,"a ""d"" c"\nP-1,3,"a \\"e, f\\" c"\n'
  const page = await openUpload(quotes, { width: 360, language: 'pt-BR' })
  await page.getByText('Como o arquivo é lido').waitFor()
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/dialect-phone.png`, fullPage: true })
  await expect.poll(() => overflows(page)).toBe(false)
  await expect.poll(() => findFaults(page)).toEqual([])
  await choose(page, 'Aspas dentro dos textos', 'Com barra invertida (\\")')
  await page.getByText('Relacione as colunas do seu arquivo').waitFor()
  await page.context().close()
})
