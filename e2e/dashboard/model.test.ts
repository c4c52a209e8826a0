import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backwards, helpful, type ModelServer, startModelServer } from '../../server/test/model-server.ts'
import {
  closeAfter,
  findFaultsInBothSchemes,
  openDashboard,
  type Stage,
  setStage,
  type View,
} from './stage.ts'

const pictures = process.env.MACHINE_PICTURES

let stage: Stage
let model: ModelServer
beforeAll(async () => {
  ;[stage, model] = await Promise.all([setStage(), startModelServer()])
})
afterAll(async () => {
  await stage.close()
  await model.close()
})

const open = (view: View = {}) =>
  openDashboard(stage.browser, stage.service, stage.owner, {
    ...view,
    path: `/${stage.storeId}/settings?tab=model`,
  })

test('a model is set up, tried and limited, and its key is never shown again', async () => {
  const page = await open()
  await closeAfter(page, async () => {
    const attempt = page.getByRole('button', { name: 'Try it' })
    const status = page.getByRole('main').getByRole('status')
    await attempt.click()
    await status.getByText('Save the address of the server').waitFor()
    await page.getByLabel('Server address').fill(`${model.url}/`)
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('small')
    await page.getByLabel('Limit per month').fill('2.5')
    await page.getByLabel('Price of a million input tokens').fill('0.25')
    await page.getByLabel('Price of a million output tokens').fill('2')
    await page.getByLabel('Translations that shoppers ask for').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const key = page.getByRole('textbox', { name: 'Key', exact: true })
    await key.fill('sk-secret')
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('A key is saved').waitFor()
    await expect.poll(() => key.inputValue()).toBe('')
    await attempt.click()
    await status.getByText(backwards('It heats up fast and does not drip.')).waitFor()
    expect(model.asked.at(-1)).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-secret' },
    })
    await page.getByText('This month: 0.0003 of 2.5, 1 request.').waitFor()
    model.answerBy((_, response) => void response.writeHead(401).end())
    await attempt.click()
    await status.getByText('The server does not accept the key').waitFor()
    await page.getByText(/^The last request failed/).waitFor()
    model.answerBy(helpful)
    // Of another server.
    await page.getByLabel('Server address').fill('https://api.example/v1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Discard' }).count()).toBe(0)
    await page.reload()
    await page.getByText('belongs to another address').waitFor()
    expect(await findFaultsInBothSchemes(page)).toEqual([])
    const [{ found } = { found: '' }] = await stage.service.database.query<{ found: string }>(sql`
      select string_agg(audit_log::text, ' ') || (select string_agg(stores::text, ' ') from stores) as found
      from audit_log`)
    expect(found).toContain('model_key')
    expect(found).not.toContain('sk-secret')
  })
})

test.runIf(pictures)('draws pictures', async () => {
  const looks: [string, View][] = [
    ['1440', { width: 1440 }],
    ['390-dark', { width: 390, scheme: 'dark' }],
    ['pt', { width: 1440, language: 'pt-BR' }],
    ['de-390', { width: 390, language: 'de' }],
  ]
  for (const [name, view] of looks) {
    const page = await open(view)
    await closeAfter(page, async () => {
      await page.getByRole('switch').first().waitFor()
      await page.screenshot({ path: join(pictures as string, `model-${name}.png`), fullPage: true })
    })
  }
})
