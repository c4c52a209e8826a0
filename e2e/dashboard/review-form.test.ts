import { expect, test } from 'vitest'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { attributesOfEachType } from '../../server/test/attributes.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../server/test/hearing.ts'
import { button, findFaults, onPage, overflows, setStage } from './stage.ts'

const stage = openForTests(setStage)

const path = () => `/${stage.storeId}/settings?tab=form`
const saved = async () =>
  (await stage.owner.send('GET', `/stores/${stage.storeId}/attributes`)).body.attributes

test('an owner adds questions in two languages, and sees the form while editing', async () => {
  const { browser, service, owner, storeId } = stage
  await changeSettings(service, storeId, { locale: 'en' })
  await onPage(browser, service, owner, { path: path() }, async page => {
    await page.getByText('No questions yet.').first().waitFor()
    await button(page, 'Add a question').click()
    await page.getByLabel('Question', { exact: true }).fill('How does it fit?')
    await page.getByLabel('What 1 means').fill('Runs small')
    const preview = page.getByRole('region', { name: 'What buyers see' })
    await preview.getByText('1 · Runs small').waitFor()
    await button(page, 'Add a question').click()
    await page.getByLabel('Question', { exact: true }).nth(1).fill('Größe?')
    await page.getByRole('combobox', { name: 'Kind of answer' }).nth(1).click()
    await page.getByRole('option', { name: 'One choice' }).click()
    await page.getByLabel('Choice 1', { exact: true }).fill('S')
    await page.getByLabel('Choice 2', { exact: true }).fill('M')
    await page.getByRole('combobox', { name: 'Language of the texts' }).click()
    await page.getByRole('option', { name: 'Português (Brasil)' }).click()
    await page.getByLabel('Question', { exact: true }).first().fill('Como veste?')
    await preview.getByText('Como veste?').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await button(page, 'Save').click()
    await page.getByText('Saved', { exact: false }).first().waitFor()
  })
  await expect
    .poll(() => saved())
    .toEqual([
      {
        ...{ id: 'how_does_it_fit', type: 'scale', required: false, public: true },
        ...{ label: { en: 'How does it fit?', 'pt-BR': 'Como veste?' }, low: { en: 'Runs small' } },
      },
      {
        ...{ id: 'gro_e', type: 'choice', required: false, public: true, label: { en: 'Größe?' } },
        options: [
          { id: 's', label: { en: 'S' } },
          { id: 'm', label: { en: 'M' } },
        ],
      },
    ])
})

test('a question is asked about chosen products and groups, by their names', async () => {
  const { browser, service, owner, storeId } = stage
  const [fit] = attributesOfEachType as [(typeof attributesOfEachType)[0]]
  await changeSettings(service, storeId, { attributes: [fit], locale: 'en' })
  const names = { red: 'Red shirt', blue: 'Blue shirt', pot: 'Moka pot' }
  const products = Object.entries(names).map(([product_id, name]) => ({ product_id, name, sku: '', url: '' }))
  await addSeenProducts(service.database, storeId, products, new Date())
  const ids = { product_ids: ['red', 'blue'] }
  const { body: group } = await owner.send('POST', `/stores/${storeId}/product-groups`, ids)
  await onPage(browser, service, owner, { path: path() }, async page => {
    const picker = page.getByRole('combobox', { name: 'Asked about' })
    await expect.poll(() => picker.getAttribute('placeholder')).toBe('All products')
    await picker.fill('pot')
    await page.getByRole('option', { name: 'Moka pot' }).click()
    await picker.fill('red')
    await page.getByRole('option', { name: 'Red shirt and its variants' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => findFaults(page)).toEqual([])
    await button(page, 'Save').click()
    const products = { groups: [group.id], product_ids: ['pot'] }
    await expect.poll(saved).toEqual([{ ...fit, products }])
    await page.reload()
    await page.getByText('and its variants').waitFor()
    for (const remove of ['Backspace', 'Backspace']) await picker.press(remove)
    await button(page, 'Save').click()
    await expect.poll(saved).toEqual([fit])
  })
})

test('questions move, keep their ids and what the screen does not edit, and say what is wrong', async () => {
  const { browser, service, owner, storeId } = stage
  const products = { product_ids: ['P-1'] }
  const [fit, quality] = attributesOfEachType as [
    (typeof attributesOfEachType)[0],
    (typeof attributesOfEachType)[0],
  ]
  await changeSettings(service, storeId, { attributes: [{ ...fit, products }, quality], locale: 'en' })
  await onPage(browser, service, owner, { path: path(), width: 390, scheme: 'dark' }, async page => {
    await page.getByRole('button', { name: 'Move “Quality” up' }).click()
    await button(page, 'Add a question').click()
    await expect.poll(() => overflows(page)).toBe(false)
    await expect.poll(() => findFaults(page)).toEqual([])
    await button(page, 'Save').click()
    await page.getByText('attributes.2.label').first().waitFor()
    await page.getByRole('button', { name: 'Remove “Question 3”' }).click()
    await page.getByRole('switch', { name: 'Must be answered' }).first().click({ force: true })
    await button(page, 'Save').click()
    await expect.poll(async () => (await saved())[0]).toEqual({ ...quality, required: true })
  })
  await expect
    .poll(() => saved())
    .toEqual([
      { ...quality, required: true },
      { ...fit, products },
    ])
})
