import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Say = typeof import('../../../widgets/elements/say.ts')
type Locale = typeof import('../../../widgets/locale.ts')

const pages = new ModulePages()

test('say: percent, numbers, dates and names in German', async () => {
  const page = await pages.open()
  const locale = await load<Locale>(page, 'locale.ts')
  await locale.evaluate(async ({ loadTexts }) => {
    Object.assign(window, { make: await loadTexts('de-CH') })
  })
  const say = await load<Say>(page, 'elements/say.ts')
  const said = say.evaluate(({ sayIn, nameOf }) => {
    const { make } = window as unknown as { make: Parameters<typeof sayIn>[1] }
    const [german, tokyo] = [sayIn('de', make, 'UTC'), sayIn('de', make, 'Asia/Tokyo')]
    const names = ['Ana', ' Ana M. ', ' '].map(display_name => nameOf({ display_name }, german))
    return {
      percent: german.percent(63),
      number: german.number(12345),
      dates: [german, tokyo].map(({ date }) => date('2026-03-10T23:30:00Z')),
      replies: [german.replyOf('Café da Serra'), german.replyOf(undefined), german.replyOf('')],
      names,
      reply: german.texts.reply,
      anonymous: german.texts.anonymous,
    }
  })
  const { reply, anonymous, ...rest } = await said
  expect(rest).toEqual({
    percent: '63\u00a0%',
    number: '12.345',
    dates: ['10.03.2026', '11.03.2026'],
    replies: [expect.stringContaining('Café da Serra'), reply, reply],
    names: ['Ana', 'Ana M.', anonymous],
  })
  expect(rest.replies[0]).not.toBe(reply)
})

test('say: a text that is spoken again is another one, and a new one is itself', async () => {
  const page = await pages.open()
  const say = await load<Say>(page, 'elements/say.ts')
  const spoken = say.evaluate(({ spoken }) => {
    const first = spoken('21 reviews', '')
    const second = spoken('21 reviews', first)
    const third = spoken('21 reviews', second)
    return [first, second, third, spoken('3 reviews', third), spoken(undefined, third), spoken('', '')].map(
      ({ data }) => data,
    )
  })
  expect(await spoken).toEqual(['21 reviews', '21 reviews\u00a0', '21 reviews', '3 reviews', '', ''])
})

test('locale: our nearest language to a tag, which may be any text', async () => {
  const locale = await load<Locale>(await pages.open(), 'locale.ts')
  const tags = ['pt', 'pt-PT', 'de-CH', 'zh-Hant-HK', 'no', 'sw', '', 'not a language!']
  const found = locale.evaluate(({ localeOf }, tags) => tags.map(localeOf), tags)
  expect(await found).toEqual(['pt-BR', 'pt-PT', 'de', 'zh-TW', 'nb', 'en', 'en', 'en'])
})

test.each([
  ['en', 'ltr', '4.5', ['en', 'de']],
  ['pt-BR', 'ltr', '4,5', ['pt-BR', 'de']],
  ['ar-EG', 'rtl', '٤٫٥', ['ar-EG', 'de']],
  ['he', 'rtl', '4.5', ['he', 'de']],
  ['is', 'ltr', '4,5', ['is', 'de']],
  ['sw-KE', 'ltr', '4.5', ['en', 'de']],
  ['?', 'ltr', '4.5', ['en', 'de']],
])('locale: the conventions of %s', async (tag, dir, average, locales) => {
  const locale = await load<Locale>(await pages.open(), 'locale.ts')
  const conventions = locale.evaluate(({ conventionsOf }, tag) => {
    const { dir, average, locales } = conventionsOf(tag)
    return { dir, average: average(4.49), locales }
  }, tag)
  expect(await conventions).toEqual({ dir, average, locales })
})

const speaking = (language: string) => (page: Page) =>
  page.addInitScript(language => Object.defineProperty(navigator, 'language', { value: language }), language)

test('locale: the nearest language counts, across shadow trees, and then that of the browser', async () => {
  const page = await pages.open(
    '<div lang="fr"><p lang=""><b id="in"></b></p></div><div id="host" lang="he"></div>',
    speaking('sv'),
  )
  const locale = await load<Locale>(page, 'locale.ts')
  const found = locale.evaluate(({ languageOf, parentOf }) => {
    const root = (document.querySelector('#host') as Element).attachShadow({ mode: 'open' })
    root.innerHTML = '<i></i><u lang="ja"></u>'
    const [plain, own] = [...root.children] as [Element, Element]
    const inner = document.querySelector('#in') as Element
    const languages = [languageOf(inner), languageOf(plain), languageOf(own), languageOf(document.body)]
    document.documentElement.removeAttribute('lang')
    const alone = document.createElement('b')
    const isHost = parentOf(plain) === root.host && parentOf(inner) === inner.parentElement
    return [...languages, languageOf(alone), languageOf(document.body), isHost, parentOf(alone)]
  })
  expect(await found).toEqual(['fr', 'he', 'ja', 'en', 'sv', 'sv', true, null])
})

test('locale: a browser without a language has English', async () => {
  const page = await pages.open('', speaking(''))
  const locale = await load<Locale>(page, 'locale.ts')
  expect(await locale.evaluate(({ languageOf }) => languageOf(document.createElement('b')))).toBe('en')
})
