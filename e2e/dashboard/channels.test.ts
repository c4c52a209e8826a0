import { expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { startProviders } from '../../server/test/channels/providers.ts'
import { aStore } from '../../server/test/users.ts'
import { openDashboard } from './stage.ts'

test('an owner adds Twilio, and sends a test message', async () => {
  const [it, browser, providers] = await Promise.all([startTestApp(), launchBrowser(), startProviders()])
  try {
    const store = await aStore(it.database)
    const owner = await aMember(it, store.storeId, 'owner')
    // The form has no address of a server for Twilio: it is set as a program would.
    const path = `/${store.storeId}/settings?tab=channels`
    const page = await openDashboard(browser, it, owner, { path })
    const sms = page.getByRole('region', { name: 'SMS' })
    await sms.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'Twilio' }).click()
    await sms.getByLabel('Account SID').fill('AC1')
    await sms.getByLabel('API key or token').fill('twilio-token')
    await sms.getByLabel('Sender').fill('+15005550006')
    await sms.getByRole('button', { name: 'Add channel' }).click()
    await sms.getByText('Required').first().waitFor()
    await sms.getByLabel('Price of a message').fill('0.05')
    await sms.getByLabel('Money per month').fill('20')
    await sms.getByRole('button', { name: 'Add channel' }).click()
    await sms.getByText('This month: 0 of 1,000 messages, 0 of 20.').waitFor()
    const set = { url: providers.url, key: 'twilio-token' }
    expect((await owner.send('PUT', `/stores/${store.storeId}/channels/sms`, { set })).status).toBe(200)
    await sms.getByLabel('Your phone').fill('+5511912345678')
    await sms.getByRole('button', { name: 'Send test message' }).click()
    await sms.getByText('The provider accepted the message.').waitFor()
    expect(providers.taken.map(({ to }) => to)).toEqual(['+5511912345678'])
    await sms.getByText('This month: 1 of 1,000 messages').waitFor()
    const shown = JSON.stringify((await owner.send('GET', `/stores/${store.storeId}/channels`)).body)
    expect(shown).not.toContain('twilio-token')

    // What is typed while a change is saved stays.
    const price = sms.getByLabel('Price of a message')
    await page.route('**/channels/sms', async route => {
      await price.fill('0.07')
      await route.continue()
    })
    await price.fill('0.06')
    const save = sms.getByRole('button', { name: 'Save' })
    const saved = page.waitForResponse('**/channels/sms')
    await save.click()
    await saved
    await expect.poll(() => save.getAttribute('data-loading')).toBeNull()
    await expect.poll(() => price.inputValue()).toBe('0.07')
    await page.unroute('**/channels/sms')
    const savedAgain = page.waitForResponse('**/channels/sms')
    await save.click()
    await savedAgain
    await page.reload()
    await expect.poll(() => price.inputValue()).toBe('0.07')
  } finally {
    await browser.close()
    await it.close()
    await providers.close()
  }
})
