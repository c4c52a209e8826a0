import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Messages = typeof import('../../../widgets/elements/questions/form/frame-messages.ts')

const pages = new ModulePages()
const inFrame = 'https://service.test/form'

async function open() {
  const page = await pages.open(
    `<iframe id="ours" src="${inFrame}"></iframe><iframe id="other" src="${inFrame}"></iframe>`,
    page =>
      page.route('https://*.test/**', route => route.fulfill({ contentType: 'text/html', body: 'A form' })),
  )
  const messages = await load<Messages>(page, 'elements/questions/form/frame-messages.ts')
  await messages.evaluate(({ listenToFrame }) => {
    const heard: unknown[] = []
    const stop = new AbortController()
    Object.assign(window, { heard, stop })
    const events = { height: (pixels: number) => heard.push(pixels), sent: () => heard.push('sent') }
    listenToFrame(document.querySelector('#ours') as HTMLIFrameElement, events, stop.signal)
  })
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  const frameOf = async (id: string) => {
    const frame = await (await page.waitForSelector(`#${id}`)).contentFrame()
    await frame?.waitForLoadState()
    return frame as Frame
  }
  return { page, errors, ours: await frameOf('ours'), other: await frameOf('other') }
}

const say = (frame: Frame, ...all: unknown[]) =>
  frame.evaluate(all => {
    for (const one of all) parent.postMessage(one, '*')
  }, all)

const height = (pixels: unknown) => ({ type: 'iframe_height_change', height: pixels })
const sent = { type: 'question_sent' }

test('frame-messages: the height of the form, at most 4000, and that it was sent', async () => {
  const { page, ours } = await open()
  await say(ours, height(120), height('130'), height(1e9), sent, { type: 'answer_sent' })
  await expect.poll(() => page.evaluate('heard')).toEqual([120, 130, 4000, 'sent', 'sent'])
})

test('frame-messages: anything else is ignored', async () => {
  const { page, ours, errors } = await open()
  const odd = [height(0), height(-1), height('x'), height(null), height({}), height(undefined)]
  await say(ours, ...odd, null, undefined, 'iframe_height_change', { type: 'other', height: 7 })
  await say(ours, { height: 7 }, { type: 'question_sent_later' }, { type: 'sent' }, sent)
  await expect.poll(() => page.evaluate('heard')).toEqual(['sent'])
  expect(errors).toEqual([])
})

test('frame-messages: another frame of the service is not heard, nor the page itself', async () => {
  const { page, ours, other } = await open()
  await say(other, height(50), sent)
  await say(page.mainFrame(), height(60), sent)
  await say(ours, height(70))
  await expect.poll(() => page.evaluate('heard')).toEqual([70])
})

test('frame-messages: nor is the frame once it shows a page of somebody else', async () => {
  const { page, ours, other } = await open()
  await ours.goto('https://elsewhere.test/')
  await say(ours, height(50), sent)
  await ours.goto(inFrame)
  await say(other, sent)
  await say(ours, height(70))
  await expect.poll(() => page.evaluate('heard')).toEqual([70])
})

test('frame-messages: nobody listens after the signal', async () => {
  const { page, ours } = await open()
  await page.evaluate('stop.abort()')
  await page.evaluate(`addEventListener('message', ({ data }) => heard.push(data.type))`)
  await say(ours, height(50), sent)
  await expect.poll(() => page.evaluate('heard')).toEqual(['iframe_height_change', 'question_sent'])
})
