import { describe, expect, test } from 'vitest'
import { allowMakingStores } from '../../server/tenants/accounts/store-makers.ts'
import { adminClient, aMember } from '../../server/test/admin.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { totp } from '../../server/test/totp.ts'
import { aStore } from '../../server/test/users.ts'
import { closeAfter, findFaults, openDashboard, setStage } from './stage.ts'

const stage = openForTests(setStage)

describe('signing in', () => {
  test('accepts an invitation to an address without an account', async () => {
    const { body } = await stage.owner.send('POST', `/stores/${stage.storeId}/invitations`, {
      email: 'eva@shop.example',
      role: 'moderator',
    })
    expect(body.email).toBe('eva@shop.example')
    const page = await openDashboard(stage.browser, stage.service, undefined, { path: '#invitation=guessed' })
    await closeAfter(page, async () => {
      await page.getByText('This link was already used or has expired').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
    })
  })

  test('sends a link for a forgotten password', async () => {
    const page = await openDashboard(stage.browser, stage.service, undefined)
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Email').fill(stage.owner.email)
      await expect.poll(() => findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText(`./realword user reset ${stage.owner.email}`).waitFor()
    })
  })

  test.each([
    [
      'en',
      'Enter the email you sign in with. If it has an account, you will get a link',
      'No mail server is set up',
    ],
    [
      'pt-BR',
      'Digite o e-mail da sua conta. Se ele estiver cadastrado, você receberá um link',
      'Nenhum e-mail foi enviado',
    ],
    [
      'es',
      'Escribe el correo con el que inicias sesión. Si tiene una cuenta, recibirás un enlace',
      'No se envió ningún correo',
    ],
  ])('says only after asking that a link was sent, in %s', async (language, before, after) => {
    const page = await openDashboard(stage.browser, stage.service, undefined, { language })
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: /^(Forgot your|Esqueceu a|¿Olvidaste tu)/ }).click()
      await page.getByText(before).waitFor()
      await expect.poll(() => page.getByText(after).count()).toBe(0)
      await expect.poll(() => page.getByRole('status').count()).toBe(0)
      const send = page.locator('button[type=submit]')
      await send.click()
      await expect.poll(() => page.locator('input:invalid').count()).toBe(1)
      await expect.poll(() => page.getByText(after).count()).toBe(0)
      await page.locator('input[type=email]').fill('nobody@shop.example')
      await send.click()
      await page.getByRole('status').getByText(after).waitFor()
    })
  })

  test('warns that it needs https if a password could be intercepted', async () => {
    const context = await stage.browser.newContext()
    await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    const page = await context.newPage()
    await page.goto(`${stage.service.url}/admin`)
    await closeAfter(page, async () => {
      await page.getByText('Signing in needs https here').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true)
    })
  })
})

test('an account turns on its second factor, with a QR code', async () => {
  const person = await aMember(stage.service, stage.storeId, 'viewer')
  const page = await openDashboard(stage.browser, stage.service, person, {
    path: `/${stage.storeId}/account`,
  })
  await closeAfter(page, async () => {
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const codes = await page.getByLabel('Recovery codes').textContent()
    expect(codes?.split('\n').length).toBeGreaterThanOrEqual(8)
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByText('This code is incorrect').waitFor()
  })
})

test('a member without the second factor that the store requires sets it up before anything else', async () => {
  const shop = await aStore(stage.service.database, { second_factor_required: true })
  const person = await aMember(stage.service, shop.storeId, 'owner')
  const page = await openDashboard(stage.browser, stage.service, person, { path: `/${shop.storeId}` })
  await closeAfter(page, async () => {
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByLabel('Your password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Continue' }).click()
    const key = await page.getByLabel('Or enter this key manually').textContent()
    await page.getByRole('textbox', { name: 'Code' }).fill(totp(`otpauth://totp/x?secret=${key}`))
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByRole('combobox', { name: 'Store' }).waitFor()
    await expect
      .poll(() => page.getByRole('heading', { name: 'Set up two-step verification' }).count())
      .toBe(0)
  })
})

test('an owner requires a second factor, and is led to set it up at once', async () => {
  const shop = await aStore(stage.service.database)
  const person = await aMember(stage.service, shop.storeId, 'owner')
  const page = await openDashboard(stage.browser, stage.service, person, {
    path: `/${shop.storeId}/settings?tab=team`,
  })
  await closeAfter(page, async () => {
    await page.getByRole('switch', { name: 'Require it of all members' }).click()
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
  })
})

test('another session ends after the password was typed', async () => {
  const person = await aMember(stage.service, stage.storeId, 'viewer')
  await adminClient(stage.service).signIn(person.email)
  const page = await openDashboard(stage.browser, stage.service, person, {
    path: `/${stage.storeId}/account`,
  })
  const open = async () => (await person.send('GET', '/sessions')).body.result.length
  await closeAfter(page, async () => {
    await expect.poll(() => open()).toBe(2)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out' })
    await dialog.getByLabel('Your password').fill('wrong')
    await expect.poll(() => findFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByText('The password is incorrect').waitFor()
    await expect.poll(() => open()).toBe(2)
    await dialog.getByLabel('Your password').fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(open).toBe(1)
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('the store switcher', () => {
  test('leads a user who may make stores to a new one', async () => {
    const shop = await aStore(stage.service.database)
    const theirs = await aMember(stage.service, shop.storeId, 'owner')
    await allowMakingStores(stage.service.database, theirs.userId, new Date())
    const page = await openDashboard(stage.browser, stage.service, theirs, { path: `/${shop.storeId}` })
    await closeAfter(page, async () => {
      await page.getByRole('combobox', { name: 'Store' }).click()
      await page.getByRole('option', { name: 'New store' }).click()
      await page.getByLabel('Store name').fill('Serra outlet')
      await expect.poll(() => findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Create store' }).click()
      await page.getByText('Your store is ready').waitFor()
      await page.getByRole('button', { name: 'Go to the dashboard' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: 'Store' }).inputValue()).toBe('Serra outlet')
    })
  })

  test('offers no new store to other owners', async () => {
    const page = await openDashboard(stage.browser, stage.service, stage.owner, { path: `/${stage.storeId}` })
    await closeAfter(page, async () => {
      await page.getByRole('combobox', { name: 'Store' }).click()
      await page.getByRole('option').first().waitFor()
      await expect.poll(() => page.getByRole('option', { name: 'New store' }).count()).toBe(0)
    })
  })
})
