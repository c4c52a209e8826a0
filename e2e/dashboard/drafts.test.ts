import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertQuestions, readQuestion } from '../../server/answers/questions/questions.ts'
import { insertReviews, readReview } from '../../server/answers/reviews/reviews.ts'
import { addMember } from '../../server/tenants/accounts/members.ts'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aQuestion, aReview } from '../../server/test/factories.ts'
import { aStore } from '../../server/test/users.ts'
import { findFaults, moveTo, openDashboard, overflows, signIn } from './stage.ts'

const origin = { at: new Date('2026-03-20T12:00:00Z'), actor: 'author', action: 'create' } as const
const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }

let service: TestApp
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

/** A new store with two owners, the first of whom is at one of its screens. */
async function openAsOwner(path: string, prepare: (storeId: string) => Promise<void> = async () => {}) {
  const { storeId } = await aStore(service.database)
  await prepare(storeId)
  const owner = await aMember(service, storeId, 'owner')
  const colleague = await aMember(service, storeId, 'owner')
  const page = await openDashboard(browser, service, owner, { path: `/${storeId}${path}` })
  return { storeId, owner, colleague, page }
}

const name = (page: Page) => page.getByLabel('Name', { exact: true })
const delay = (page: Page) => page.getByLabel('Days after delivery')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const unsavedNotices = (page: Page) => page.getByText('Unsaved changes')

describe('unsaved settings', () => {
  test('stay in their tab, on other screens and after a reload, until they are discarded', async () => {
    const { page } = await openAsOwner('/settings')
    await name(page).fill('Serra')
    await tab(page, 'Schedule').click()
    await tab(page, 'General Unsaved changes').waitFor()
    await delay(page).fill('12')
    await page.getByLabel('Skip weekends').uncheck()
    await page.getByRole('link', { name: 'Questions' }).click()
    await page.getByRole('heading', { name: 'Questions' }).waitFor()
    await page.getByRole('link', { name: 'Settings Unsaved changes' }).click()
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await page.reload()
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => name(page).inputValue()).toBe('Café da Serra')
    await tab(page, 'Schedule Unsaved changes').click()
    await expect.poll(() => delay(page).inputValue()).toBe('12')
    await expect.poll(() => page.getByLabel('Skip weekends').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => delay(page).inputValue()).toBe('7')
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await page.context().close()
  })

  test('disappear after saving, even if the server normalised them', async () => {
    const { page, owner, storeId } = await openAsOwner('/settings')
    const controller = page.getByLabel('Data controller')
    await controller.fill(' Serra Ltda ')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await expect.poll(() => controller.inputValue()).toBe('Serra Ltda')
    const { body } = await owner.send('GET', `/stores/${storeId}/settings`)
    expect(body).toMatchObject({ data_holder: 'Serra Ltda' })
    await page.reload()
    await expect.poll(() => controller.inputValue()).toBe('Serra Ltda')
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await page.context().close()
  })

  const mail = (page: Page) => page.getByLabel('Contact email')

  /** A form with two edits whose request is on its way, until it is answered. */
  async function openWhileSaving() {
    const at = await openAsOwner('/settings')
    const { page } = at
    let answer: (isRefused: boolean) => void = () => {}
    const answered = new Promise<boolean>(resolve => {
      answer = resolve
    })
    const saving = page.waitForRequest(request => request.method() === 'PATCH')
    await page.route('**/settings', async route => {
      if (route.request().method() === 'PATCH' && (await answered)) await route.abort()
      else await route.continue()
    })
    await name(page).fill('Serra')
    await mail(page).fill('shop@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await saving
    return { ...at, answer }
  }

  test('are kept if they were typed while saving, even if they equal what is still saved', async () => {
    const { page, owner, storeId, answer } = await openWhileSaving()
    const saved = async () => (await owner.send('GET', `/stores/${storeId}/settings`)).body
    await name(page).fill('Serra do Sul')
    await mail(page).fill('')
    answer(false)
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => saved()).toMatchObject({ name: 'Serra', contact_email: 'shop@example.com' })
    await expect.poll(() => name(page).inputValue()).toBe('Serra do Sul')
    await expect.poll(() => mail(page).inputValue()).toBe('')
    await expect.poll(() => page.getByText('Someone else changed').count()).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await expect.poll(() => saved()).toMatchObject({ name: 'Serra do Sul', contact_email: null })
    await page.context().close()
  })

  test('are none if they were undone while a request was on its way that failed', async () => {
    const { page, answer } = await openWhileSaving()
    await mail(page).fill('')
    answer(true)
    await page.getByRole('alert').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await name(page).fill('Café da Serra')
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await page.context().close()
  })

  test('are kept for 30 days, and forgotten after them', async () => {
    const { page } = await openAsOwner('/settings')
    await name(page).fill('Serra')
    await unsavedNotices(page).first().waitFor()
    for (const [later, shown] of [
      [-60_000, 'Serra'],
      [60_000, 'Café da Serra'],
    ] as const) {
      const since = Date.now() - 30 * 24 * 3600_000 - later
      await page.evaluate(at => {
        for (const [key, kept] of Object.entries(localStorage)) {
          if (key.startsWith('realword-draft '))
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(kept), at }))
        }
      }, since)
      await page.reload()
      await name(page).waitFor()
      await expect.poll(() => name(page).inputValue()).toBe(shown)
    }
    await page.context().close()
  })

  test('are reported if another user changed the same setting, whose other changes stay', async () => {
    const { page, owner, colleague, storeId } = await openAsOwner('/settings')
    await name(page).fill('Serra')
    await colleague.send('PATCH', `/stores/${storeId}/settings`, { name: 'Do Sul', country: 'PT' })
    await page.reload()
    await page.getByText('Someone else changed the name meanwhile.').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Portugal')
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    const { body } = await owner.send('GET', `/stores/${storeId}/settings`)
    expect(body).toMatchObject({ name: 'Serra', country: 'PT' })
    await page.context().close()
  })

  test('stay if they equal what another tab still shows', async () => {
    const { page, owner, storeId } = await openAsOwner('/settings')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await name(other).waitFor()
    await name(page).fill('Serra')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await name(page).fill('Café da Serra')
    await mail(page).fill('shop@example.com')
    await expect.poll(() => mail(other).inputValue()).toBe('shop@example.com')
    await expect.poll(() => mail(page).inputValue()).toBe('shop@example.com')
    const settings = async () => (await owner.send('GET', `/stores/${storeId}/settings`)).body
    await other.getByRole('button', { name: 'Save' }).click()
    await expect.poll(settings).toMatchObject({ name: 'Serra', contact_email: 'shop@example.com' })
    await expect.poll(() => name(other).inputValue()).toBe('Café da Serra')
    await expect.poll(() => name(page).inputValue()).toBe('Café da Serra')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    const { body } = await owner.send('GET', `/stores/${storeId}/settings`)
    expect(body).toMatchObject({ name: 'Café da Serra', contact_email: 'shop@example.com' })
    await page.context().close()
  })

  test('are dropped if the form cannot show them', async () => {
    const { page, owner, storeId } = await openAsOwner('/settings')
    await name(page).waitFor()
    const damaged = [
      ['general', { name: null }],
      ['schedule', { reminder_days: { typed: 'never' } }],
    ] as const
    for (const [form, draft] of damaged)
      await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
        `realword-draft ${owner.userId} ${storeId} settings/${form}`,
        JSON.stringify({ at: Date.now(), draft }),
      ] as const)
    await page.reload()
    await expect.poll(() => name(page).inputValue()).toBe('Café da Serra')
    await tab(page, 'Schedule').click()
    await expect.poll(() => delay(page).inputValue()).toBe('7')
    await page.context().close()
  })

  test('stay on the page if the browser cannot store them', async () => {
    const { page } = await openAsOwner('/settings?tab=schedule')
    await delay(page).waitFor()
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('switched off', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get })
    })
    await page.reload()
    await delay(page).fill('12')
    await tab(page, 'General').click()
    await name(page).waitFor()
    await tab(page, 'Schedule').click()
    await expect.poll(() => delay(page).inputValue()).toBe('12')
    await page.context().close()
  })

  test('are hidden from other users and other stores, and deleted when signing out', async () => {
    const { page, owner, colleague, storeId } = await openAsOwner('/settings')
    const at = page.url()
    await name(page).fill('Serra')
    await signIn(page.context(), service, colleague)
    await page.reload()
    await expect.poll(() => name(page).inputValue()).toBe('Café da Serra')
    const other = await aStore(service.database, { name: 'Another' })
    const member = { userId: owner.userId, role: 'owner', at: new Date() } as const
    await service.database.transaction(tx => addMember(tx, other.storeId, member))
    await signIn(page.context(), service, owner)
    await page.goto(at.replace(storeId, other.storeId))
    await expect.poll(() => name(page).inputValue()).toBe('Another')
    await page.goto(at)
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You have unsaved changes').waitFor()
    // The menu closes when the dialog opens.
    await expect.poll(() => findFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => name(page).inputValue()).toBe('Serra')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Serra')
    await page.context().close()
  })
})

describe('an unsaved answer', () => {
  const reply = (page: Page) => page.locator('#reply')

  async function openQueue() {
    const reviews = ['First', 'Second'].map((title, index) =>
      aReview({ title, created_at: new Date(Date.UTC(2026, 2, 2 - index)) }),
    )
    const at = await openAsOwner('/reviews?state=published', storeId =>
      service.database.transaction(async tx => {
        await addSeenProducts(tx, storeId, [product], origin.at)
        await insertReviews(tx, storeId, reviews, origin)
      }),
    )
    const open = (title: string) => at.page.locator('[data-review]', { hasText: title }).click()
    const [first = '', second = ''] = reviews.map(({ id }) => id)
    return { ...at, first, second, open }
  }

  test('stays while other reviews are opened and after a reload, until it is published', async () => {
    const { page, storeId, first, open } = await openQueue()
    await open('First')
    await reply(page).fill('Thank you, ')
    await open('Second')
    await expect.poll(() => reply(page).inputValue()).toBe('')
    await page.locator(`[data-review="${first}"]`).getByText('Reply not saved').waitFor()
    await page.reload()
    await open('First')
    await expect.poll(() => reply(page).inputValue()).toBe('Thank you, ')
    await unsavedNotices(page).waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await reply(page).fill('Thank you! ')
    await page.getByRole('button', { name: 'Publish reply' }).click()
    await expect
      .poll(async () => (await readReview(service.database, storeId, first)).reply)
      .toBe('Thank you!')
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await page.getByText('Reply not saved').waitFor({ state: 'detached' })
    await page.reload()
    await expect.poll(() => reply(page).inputValue()).toBe('Thank you!')
    await expect.poll(() => unsavedNotices(page).count()).toBe(0)
    await page.context().close()
  })

  test('begins with a template of the store, filled in for its author and product', async () => {
    const { page, storeId, owner, first, open } = await openQueue()
    await page.locator('[data-review]').first().waitFor()
    await moveTo(page, `/${storeId}/settings?tab=moderation`)
    await page.getByRole('button', { name: 'Start from our suggestions' }).click()
    await page.getByRole('button', { name: 'Move “Entrega atrasada” up' }).click()
    const added = page.getByRole('region', { name: 'Template 4' })
    await page.getByRole('button', { name: 'Add a template' }).click()
    await added.getByLabel('Text').fill('Dear {nome}')
    await added.getByText('{nome} is not a placeholder. Use {name}, {product} or {store}.').waitFor()
    await page.getByRole('button', { name: 'Remove “Algo deu errado”' }).click()
    const last = page.getByRole('region', { name: 'Template 3' })
    await last.getByLabel('Text').fill('{name}, we wrote to you about {product}.')
    await expect.poll(() => findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await owner.send('GET', `/stores/${storeId}/settings`)
    expect(body.reply_templates.map(({ title }: { title: string }) => title)).toEqual([
      'Agradecimento',
      'Entrega atrasada',
      'Template 3',
    ])

    await moveTo(page, `/${storeId}/reviews?state=published`)
    await open('First')
    const choose = async (title: string) => {
      await page.getByRole('button', { name: 'Use a template' }).click()
      await page.getByRole('menuitem', { name: title }).click()
    }
    await choose('Template 3')
    await expect.poll(() => reply(page).inputValue()).toBe('Ana, we wrote to you about Moka pot.')
    await choose('Agradecimento')
    await expect
      .poll(() => reply(page).inputValue())
      .toMatch(/^Ana, we wrote .*\n\nObrigado, Ana! Ficamos felizes que você gostou de Moka pot\./)
    expect((await readReview(service.database, storeId, first)).reply).toBeNull()
    await page.context().close()
  })

  test('is reported if another user has answered, and can be discarded for their answer', async () => {
    const { page, storeId, colleague, first, open } = await openQueue()
    await open('First')
    await reply(page).fill('Mine')
    await colleague.send('PUT', `/stores/${storeId}/reviews/${first}/reply`, { body: 'Theirs' })
    await page.reload()
    await page.getByText('Someone else replied meanwhile: “Theirs”').waitFor()
    await expect.poll(() => reply(page).inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => reply(page).inputValue()).toBe('Theirs')
    await page.context().close()
  })

  test('passes axe and fits a phone, in the dark theme', async () => {
    const { owner, colleague, storeId, first } = await openQueue()
    const view = { width: 360, scheme: 'dark', language: 'pt-BR' } as const
    const path = `/${storeId}/reviews?state=published&id=${first}`
    const page = await openDashboard(browser, service, owner, { ...view, path })
    await reply(page).fill('Minha')
    const longReply = { body: 'x'.repeat(200) }
    await colleague.send('PUT', `/stores/${storeId}/reviews/${first}/reply`, longReply)
    await page.reload()
    await page.getByText('Outra pessoa já respondeu').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
    await moveTo(page, `/${storeId}/settings`)
    await page.getByLabel('Nome', { exact: true }).fill('Serra')
    await colleague.send('PATCH', `/stores/${storeId}/settings`, { name: 'Do Sul' })
    await page.reload()
    await page.getByText('Outra pessoa alterou o nome').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
    await page.context().close()
  })

  test('to a question is kept the same way', async () => {
    const pendingQuestion = aQuestion({
      state: 'pending',
      reply: null,
      reply_created_at: null,
      published_at: null,
    })
    const { page, storeId } = await openAsOwner('/questions', async id => {
      await service.database.transaction(async tx => {
        await addSeenProducts(tx, id, [product], origin.at)
        await insertQuestions(tx, id, [pendingQuestion], origin)
      })
    })
    const answer = page.getByLabel('Your answer')
    await answer.fill('Yes, from 12 cm on.')
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Questions' }).click()
    await expect.poll(() => answer.inputValue()).toBe('Yes, from 12 cm on.')
    await page.reload()
    await expect.poll(() => answer.inputValue()).toBe('Yes, from 12 cm on.')
    await page.getByRole('button', { name: 'Answer and publish' }).click()
    await page.getByText('No pending questions').waitFor()
    expect((await readQuestion(service.database, storeId, pendingQuestion.id)).reply).toBe(
      'Yes, from 12 cm on.',
    )
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('draft'))))
      .toEqual([])
    await page.context().close()
  })
})
