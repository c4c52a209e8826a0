import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { questionFormInEachTest } from '../../test/for-each-test/question-form.ts'
import { type Form, linkOf, openForm, postForm, solve, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'

const it = questionFormInEachTest()

describe('/confirm/{token}', () => {
  async function ask(): Promise<{ id: string; link: string }> {
    await postForm(it.address(), it.aForm({ body: 'Is it <i>safe</i>?' }))
    const [question] = await it.stored()
    return { id: question?.id ?? '', link: await linkOf(it.service, '/confirm', question?.id ?? '') }
  }

  const state = async () => (await it.stored())[0]?.state

  test('shows the question and changes nothing until the button is pressed', async () => {
    const { link } = await ask()
    const opened: Form[] = []
    for (let times = 0; times < 5; times++) opened.push(await openForm(link))
    expect(opened[0]?.status).toBe(200)
    expect(unescapeHtml(opened[0]?.html ?? '')).toContain('Is it <i>safe</i>?')
    expect(opened[0]?.html).not.toContain('<i>safe')
    expect(opened[0]?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await state()).toBe('unconfirmed')
  })

  test('then leaves the question pending, and notifies the store once', async () => {
    const { link } = await ask()
    const answers = [await postForm(link, {}), await postForm(link, {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.html).toContain('has received your question')
    expect(await state()).toBe('pending')
    expect((await it.mails()).map(({ kind }) => kind)).toEqual(['confirm_question', 'question_received'])
  })

  test('notifies the store at its contact address, in its language, if it has one', async () => {
    const { link, id } = await ask()
    await postForm(link, {})
    const received = async () =>
      await it.service.database.query(sql`
        select email, name, language from mailings where kind = 'question_received' and record_id = ${id}`)
    expect(await received()).toEqual([
      { email: 'team@shop.example', name: expect.any(String), language: 'pt-BR' },
    ])
    await changeSettings(it.service, it.owner.storeId, { contact_email: null })
    const other = await ask()
    await postForm(other.link, {})
    await changeSettings(it.service, it.owner.storeId, { contact_email: 'team@shop.example' })
    expect(
      (await it.mails()).map(({ kind }) => kind).filter(kind => kind === 'question_received'),
    ).toHaveLength(1)
  })

  test('answers unknown and expired links with a page in the language of the browser', async () => {
    const unknown = await openForm(`${it.service.url}/confirm/${'x'.repeat(43)}`, { 'accept-language': 'pt' })
    expect(unknown.status).toBe(404)
    expect(unknown.html).toContain('Este link não funciona')
    const { link } = await ask()
    it.service.setNow(Date.now() + 100 * 24 * 60 * 60_000)
    const expired = await postForm(link, {})
    expect(expired.status).toBe(410)
    expect(expired.html).toContain('This link has expired')
    expect(await state()).toBe('unconfirmed')
    it.service.setNow(Date.now())
  })
})

describe('with and without a mail server', () => {
  let mailing: TestApp
  beforeAll(async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'reviews@shop.example' }
    mailing = await startTestApp(settings, it.service.target)
  })
  afterAll(() => mailing.close())

  test.each([
    ['en', 'Check your email', 'We sent an email to', 'The email was not sent'],
    ['pt-BR', 'Confira seu e-mail', 'Enviamos um e-mail para', 'O e-mail não saiu'],
    ['es', 'Revisa tu correo', 'Enviamos un correo a', 'El correo no salió'],
  ])('only an email that was sent is called sent, in %s', async (locale, sent, text, kept) => {
    const ask = async ({ url }: TestApp) => {
      const form = it.address({ locale }).replace(it.service.url, url)
      const { html } = await postForm(form, { ...it.aForm(), proof: await solve(await openForm(form)) })
      return unescapeHtml(html.replace(/<[^>]*>/g, ''))
    }
    const without = await ask(it.service)
    expect([sent, text, kept].map(words => without.includes(words))).toEqual([false, false, true])
    const through = await ask(mailing)
    expect([sent, text, kept].map(words => through.includes(words))).toEqual([true, true, false])
  })
})
